import { useState } from 'react';
import { ApiError } from '../api/index.ts';
import type { InvalidatableQuery } from '../api/queries/queryKeys.ts';
import { useMutation } from '../api/queries/useMutation.ts';
import type { FormErrors } from '../forms/useForm.tsx';
import { useFormDraft, type FormValues } from './useFormDraft.tsx';

/** A record that several users can edit concurrently. */
interface Versioned {
  readonly version: number;
  /** ISO 8601 UTC. */
  readonly updatedAt: string;
}

interface VersionedEditOptions<Stored extends Versioned, Draft extends FormValues> {
  /** Name of the form and its record, for the stored draft. */
  readonly form: string;
  readonly isDraft: (kept: FormValues) => kept is Draft;
  /** The record as last fetched. */
  readonly stored: Stored;
  readonly draftOf: (stored: Stored) => Draft;
  readonly differs: (draft: Draft, stored: Stored) => boolean;
  /** Sends the draft as a change of this version. */
  readonly update: (draft: Draft, version: number) => Promise<Stored>;
  /** Parses the current record in an error response; null if it contains none. */
  readonly read: (value: unknown) => Stored | null;
  /** Updates the shown record. */
  readonly keep: (stored: Stored) => void;
  /** Queries that show the record. */
  readonly changes: readonly InvalidatableQuery[];
  readonly onSaved: (saved: Stored) => void;
  readonly errors: Pick<FormErrors<string>, 'clear'> & {
    showFailure(error: unknown, sent: Draft): void;
  };
}

interface TypedDraft<Draft> {
  readonly draft: Draft;
  /** The version on which the draft is based. */
  readonly version: number;
  /** The fields of that version; null for a restored draft, which has only its number. */
  readonly base: Draft | null;
}

/** Manages the edit of a versioned record, including conflicts with other users' changes. */
export function useVersionedEdit<Stored extends Versioned, Draft extends FormValues>(
  options: VersionedEditOptions<Stored, Draft>,
) {
  const { stored, draftOf, differs, update, read, keep, changes, onSaved, errors } = options;
  const formDraft = useFormDraft(options.form, withVersion(options.isDraft));
  // Null before the first edit: the fields then follow the stored record.
  const [typed, setTyped] = useState<TypedDraft<Draft> | null>(
    formDraft.restored && {
      draft: formDraft.restored,
      version: Number(formDraft.restored.version),
      base: null,
    },
  );
  const [newerVersion, setNewerVersion] = useState<Stored | null>(null);
  const draft = typed?.draft ?? draftOf(stored);
  // An edit stays based on the version at its start, even if a newer one with other values of these fields is fetched.
  const isPinned = typed !== null && (typed.base === null || differs(typed.base, stored));
  const version = isPinned ? typed.version : stored.version;

  const changeDraft = (next: Draft, of: number, base: Draft | null) => {
    setTyped({ draft: next, version: of, base });
    formDraft.keep({ ...next, version: String(of) });
  };
  const discardDraft = () => {
    setTyped(null);
    formDraft.clear();
  };

  const saving = useMutation({
    mutationFn: (sent: { draft: Draft; version: number }) => update(sent.draft, sent.version),
    changes,
    onSuccess(saved, sent) {
      setNewerVersion(null);
      // What was typed during the save is the next change.
      if (typed === null || typed.draft === sent.draft) discardDraft();
      else changeDraft(typed.draft, saved.version, draftOf(saved));
      keep(saved);
      onSaved(saved);
    },
    onError(error, sent) {
      const failure = error instanceof ApiError ? error : null;
      const current = read(failure?.details['current']);
      if (failure?.code === 'changed_meanwhile' && current) return setNewerVersion(current);
      setNewerVersion(null);
      errors.showFailure(error, sent.draft);
    },
  });

  return {
    draft,
    unsaved: differs(draft, stored),
    busy: saving.isPending,
    /** A newer version saved by another user; null if there is no conflict. */
    newer: newerVersion,
    /** Whether the draft was restored after a reload or a sign-in. */
    isRestored: formDraft.restored !== null,
    change: (next: Draft) => changeDraft(next, version, typed ? typed.base : draftOf(stored)),
    reset() {
      discardDraft();
      errors.clear();
    },
    save: () => saving.mutate({ draft, version }),
    /** Props of the conflict dialog. */
    conflict: {
      savedAt: newerVersion?.updatedAt ?? '',
      busy: saving.isPending,
      onTakeTheirs() {
        if (newerVersion) keep(newerVersion);
        discardDraft();
        setNewerVersion(null);
      },
      onSaveMine: () => newerVersion && saving.mutate({ draft, version: newerVersion.version }),
      onClose: () => setNewerVersion(null),
    },
  };
}

/** Extends the guard to the version on which the draft is based. */
function withVersion<Draft extends FormValues>(isDraft: (stored: FormValues) => stored is Draft) {
  return (stored: FormValues): stored is Draft & { readonly version: string } =>
    isDraft(stored) && Number.isInteger(Number(stored['version']));
}
