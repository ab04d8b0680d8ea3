import { useState } from 'react';
import { ApiError } from '../api/index.ts';
import type { InvalidatableQuery } from '../api/queries/queryKeys.ts';
import { useMutation } from '../api/queries/useMutation.ts';
import { formErrorMessage } from '../forms/index.ts';
import { useFormDraft, type FormValues } from './useFormDraft.tsx';

/** What several people may edit at a time. */
interface Versioned {
  readonly version: number;
  /** ISO 8601 UTC. */
  readonly updatedAt: string;
}

interface VersionedEditOptions<Stored extends Versioned, Draft extends FormValues> {
  /** Names the form and its record, for the draft that outlives the page. */
  readonly form: string;
  readonly isDraft: (kept: FormValues) => kept is Draft;
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
  readonly changes: readonly InvalidatableQuery[];
  readonly onSaved: () => void;
  /** Shows a refusal beside the fields. @returns whether it is about any of them. */
  readonly showFields: (failure: ApiError) => boolean;
}

/** One person's edit of something with a version, until somebody else has changed it too. */
export function useVersionedEdit<Stored extends Versioned, Draft extends FormValues>(
  options: VersionedEditOptions<Stored, Draft>,
) {
  const { stored, draftOf, differs, update, read, keep, changes, onSaved, showFields } = options;
  // Null while nothing is typed: the fields then show what is stored, also when that changes. What is
  // typed is a change of the version that was there when typing began, whatever is read meanwhile.
  const formDraft = useFormDraft(options.form, withVersion(options.isDraft));
  const [typed, setTyped] = useState<{ draft: Draft; version: number } | null>(
    formDraft.restored && {
      draft: formDraft.restored,
      version: Number(formDraft.restored.version),
    },
  );
  const [newerVersion, setNewerVersion] = useState<Stored | null>(null);
  const [failureMessage, setFailureMessage] = useState<string | null>(null);
  const draft = typed?.draft ?? draftOf(stored);
  const version = typed?.version ?? stored.version;

  const discardDraft = () => {
    setTyped(null);
    formDraft.clear();
  };

  const saving = useMutation({
    mutationFn: (of: number) => update(draft, of),
    changes,
    onSuccess(saved) {
      setNewerVersion(null);
      discardDraft();
      keep(saved);
      onSaved();
    },
    onError(error) {
      const failure = error instanceof ApiError ? error : null;
      const current = read(failure?.details['current']);
      if (failure?.code === 'changed_meanwhile' && current) return setNewerVersion(current);
      setNewerVersion(null);
      if (failure && showFields(failure)) return;
      setFailureMessage(formErrorMessage(error));
    },
  });

  return {
    draft,
    unsaved: differs(draft, stored),
    busy: saving.isPending,
    /** Why the last saving failed, where no field is to blame. */
    failed: failureMessage,
    /** What somebody else has saved meanwhile; null while there is no conflict. */
    newer: newerVersion,
    /** Whether the draft is from before a reload or a sign-in. */
    isRestored: formDraft.restored !== null,
    change(next: Draft) {
      setTyped({ draft: next, version });
      formDraft.keep({ ...next, version: String(version) });
    },
    reset() {
      discardDraft();
      setFailureMessage(null);
    },
    /** Forgets the last failure, before what is typed is checked. */
    clearFailure: () => setFailureMessage(null),
    save: () => saving.mutate(version),
    /** What a conflict offers. */
    conflict: {
      savedAt: newerVersion?.updatedAt ?? '',
      busy: saving.isPending,
      onTakeTheirs() {
        if (newerVersion) keep(newerVersion);
        discardDraft();
        setNewerVersion(null);
      },
      onSaveMine: () => newerVersion && saving.mutate(newerVersion.version),
      onClose: () => setNewerVersion(null),
    },
  };
}

/** A draft is a change of the version that was there when typing began. */
function withVersion<Draft extends FormValues>(isDraft: (stored: FormValues) => stored is Draft) {
  return (stored: FormValues): stored is Draft & { readonly version: string } =>
    isDraft(stored) && Number.isInteger(Number(stored['version']));
}
