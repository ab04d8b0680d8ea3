import { useState } from 'react';
import { ApiFailure } from '../api/index.ts';
import type { ChangeableQuery } from '../api/queries/queryKeys.ts';
import { useMutation } from '../api/queries/useMutation.ts';
import { formProblem } from '../forms/index.ts';
import { useDraft, type FieldTexts } from './useFormDraft.tsx';

/** What several people may edit at a time. */
interface Versioned {
  readonly version: number;
  /** ISO 8601 UTC. */
  readonly updatedAt: string;
}

interface VersionedEditOptions<Stored extends Versioned, Draft extends FieldTexts> {
  /** Names the form and its record, for the draft that outlives the page. */
  readonly form: string;
  readonly isDraft: (kept: FieldTexts) => kept is Draft;
  /** As last read. */
  readonly stored: Stored;
  readonly draftOf: (stored: Stored) => Draft;
  readonly differs: (draft: Draft, stored: Stored) => boolean;
  /** Sends the draft as a change of this version. */
  readonly update: (draft: Draft, version: number) => Promise<Stored>;
  /** Reads what a refusal says is stored now; null when it says nothing of the kind. */
  readonly read: (value: unknown) => Stored | null;
  /** Shows what is stored now. */
  readonly keep: (stored: Stored) => void;
  /** The queries that show it. */
  readonly changes: readonly ChangeableQuery[];
  readonly onSaved: () => void;
  /** Shows a refusal beside the fields. @returns whether it is about any of them. */
  readonly showFields: (failure: ApiFailure) => boolean;
}

/** One person's edit of something with a version, until somebody else has changed it too. */
export function useVersionedEdit<Stored extends Versioned, Draft extends FieldTexts>(
  options: VersionedEditOptions<Stored, Draft>,
) {
  const { stored, draftOf, differs, update, read, keep, changes, onSaved, showFields } = options;
  // Null while nothing is typed: the fields then show what is stored, also when that changes. What is
  // typed is a change of the version that was there when typing began, whatever is read meanwhile.
  const kept = useDraft(options.form, withVersion(options.isDraft));
  const [typed, setTyped] = useState<{ draft: Draft; version: number } | null>(
    kept.restored && { draft: kept.restored, version: Number(kept.restored.version) },
  );
  const [newer, setNewer] = useState<Stored | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const draft = typed?.draft ?? draftOf(stored);
  const version = typed?.version ?? stored.version;

  const forget = () => {
    setTyped(null);
    kept.forget();
  };

  const saving = useMutation({
    mutationFn: (of: number) => update(draft, of),
    changes,
    onSuccess(saved) {
      setNewer(null);
      forget();
      keep(saved);
      onSaved();
    },
    onError(error) {
      const failure = error instanceof ApiFailure ? error : null;
      const current = read(failure?.details['current']);
      if (failure?.code === 'changed_meanwhile' && current) return setNewer(current);
      setNewer(null);
      if (failure && showFields(failure)) return;
      setFailed(formProblem(error));
    },
  });

  return {
    draft,
    unsaved: differs(draft, stored),
    busy: saving.isPending,
    /** Why the last saving failed, where no field is to blame. */
    failed,
    /** What somebody else has saved meanwhile; null while there is no conflict. */
    newer,
    /** Whether the draft is from before a reload or a sign-in. */
    isRestored: kept.restored !== null,
    change(next: Draft) {
      setTyped({ draft: next, version });
      kept.keep({ ...next, version: String(version) });
    },
    reset() {
      forget();
      setFailed(null);
    },
    /** Forgets the last failure, before what is typed is checked. */
    begin: () => setFailed(null),
    save: () => saving.mutate(version),
    /** What a conflict offers. */
    conflict: {
      savedAt: newer?.updatedAt ?? '',
      busy: saving.isPending,
      onTakeTheirs() {
        if (newer) keep(newer);
        forget();
        setNewer(null);
      },
      onSaveMine: () => newer && saving.mutate(newer.version),
      onClose: () => setNewer(null),
    },
  };
}

/** A draft is a change of the version that was there when typing began. */
function withVersion<Draft extends FieldTexts>(isDraft: (kept: FieldTexts) => kept is Draft) {
  return (kept: FieldTexts): kept is Draft & { readonly version: string } =>
    isDraft(kept) && Number.isInteger(Number(kept['version']));
}
