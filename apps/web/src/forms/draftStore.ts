import { storage } from '../storage.ts';

/** What somebody typed and did not send, kept until they do: over a reload and over the end of a session. */
export interface DraftStore<Values> {
  /** What was kept; null when nothing was, or when it is somebody else's. */
  restore(): Values | null;
  keep(values: Values): void;
  clear(): void;
}

/**
 * The draft of one form of one person; it may hold any field but a password. `isValues` knows the form's
 * fields: what an earlier release kept with others counts as nothing.
 */
export function createDraftStore<Values extends Readonly<Record<string, string>>>(
  form: string,
  owner: string,
  isValues: (stored: Readonly<Record<string, string>>) => stored is Values,
): DraftStore<Values> {
  return {
    restore() {
      const draft = storage.formDraft.read();
      if (draft?.form !== form) return null;
      if (draft.owner === owner && isValues(draft.values)) return draft.values;
      storage.formDraft.remove();
      return null;
    },
    keep: (values) => storage.formDraft.write({ form, owner, values }),
    clear: () => storage.formDraft.remove(),
  };
}
