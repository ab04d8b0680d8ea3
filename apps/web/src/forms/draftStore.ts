import { storage } from '../storage.ts';

/** Stores unsent form input. It survives a reload and the end of a session. */
export interface DraftStore<Values> {
  /** Returns the draft, or null if there is none or it belongs to another user. */
  restore(): Values | null;
  keep(values: Values): void;
  clear(): void;
}

/**
 * Creates the draft store of one form and user. Drafts may contain any field except passwords. `isValues`
 * rejects drafts of earlier releases with other fields.
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
    clear() {
      // A screen can have several forms. The draft may be another one's.
      if (storage.formDraft.read()?.form === form) storage.formDraft.remove();
    },
  };
}
