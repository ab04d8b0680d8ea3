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
  /** Fields that are one value together. */
  readonly joined?: readonly (readonly string[])[];
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

/** A newer version that changed fields which the draft changes too. */
interface Conflict<Stored, Draft> {
  readonly newer: Stored;
  /** The draft; its other fields have the values of the newer version. */
  readonly mine: Draft;
}

/**
 * Manages the edit of a versioned record. Changes of other users to other fields are merged; the user decides about
 * fields that both changed. Of a restored draft, all fields count as changed by both.
 */
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
  const [conflict, setConflict] = useState<Conflict<Stored, Draft> | null>(null);
  const draft = typed?.draft ?? draftOf(stored);
  // An edit stays based on the version at its start, even if a newer one with other values of these fields is fetched.
  const isPinned = typed !== null && (typed.base === null || differs(typed.base, stored));
  const version = isPinned ? typed.version : stored.version;

  const base = typed ? typed.base : draftOf(stored);
  const ownerIn = (from: Draft | null, mine: Draft, theirs: Draft) => (name: string) =>
    changedBy(from, mine, theirs, options.joined?.find((names) => names.includes(name)) ?? [name]);
  /** Returns the draft with the values of `theirs` in the fields that it has not changed since `from`. */
  const merge = (from: Draft | null, mine: Draft, theirs: Draft) => {
    const ownerOf = ownerIn(from, mine, theirs);
    return replaceFields(mine, theirs, (name) => ownerOf(name) === 'theirs');
  };

  const changeDraft = (next: Draft, of: number, from: Draft | null) => {
    setTyped({ draft: next, version: of, base: from });
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
      setConflict(null);
      const now = draftOf(saved);
      // What was typed during the save is the next change.
      if (typed === null || typed.draft === sent.draft) discardDraft();
      else changeDraft(merge(sent.draft, typed.draft, now), saved.version, now);
      keep(saved);
      onSaved(saved);
    },
    onError(error, sent) {
      const failure = error instanceof ApiError ? error : null;
      const current = read(failure?.details['current']);
      if (failure?.code === 'changed_meanwhile' && current) {
        const theirs = draftOf(current);
        const ownerOf = ownerIn(base, sent.draft, theirs);
        const mine = replaceFields(sent.draft, theirs, (name) => ownerOf(name) !== 'both');
        if (Object.keys(theirs).some((name) => mine[name] !== theirs[name]) || base === null)
          return setConflict({ newer: current, mine });
        return saveOver(current, sent.draft);
      }
      setConflict(null);
      errors.showFailure(error, sent.draft);
    },
  });

  /** Saves the changes of a draft as changes of a newer version. */
  function saveOver(newer: Stored, mine: Draft) {
    const theirs = draftOf(newer);
    const merged = merge(base, mine, theirs);
    const isShown = typed === null || typed.draft === mine;
    changeDraft(isShown ? merged : merge(base, typed.draft, theirs), newer.version, theirs);
    keep(newer);
    saving.mutate({ draft: merged, version: newer.version });
  }

  /** Gives up the changes of fields that the newer version changes too. */
  function takeTheirs(newer: Stored) {
    const theirs = draftOf(newer);
    const ownerOf = ownerIn(base, draft, theirs);
    const mine = replaceFields(draft, theirs, (name) => ownerOf(name) !== 'mine');
    keep(newer);
    if (differs(mine, newer)) changeDraft(mine, newer.version, theirs);
    else discardDraft();
  }

  return {
    draft,
    unsaved: differs(draft, stored),
    busy: saving.isPending,
    /** What another user saved, and what this one wants to; null if there is no conflict. */
    contested: conflict,
    /** Whether the draft was restored after a reload or a sign-in. */
    isRestored: formDraft.restored !== null,
    change: (next: Draft) => changeDraft(next, version, base),
    reset() {
      discardDraft();
      errors.clear();
    },
    save: () => saving.mutate({ draft, version }),
    /** Props of the conflict dialog. */
    conflict: {
      savedAt: conflict?.newer.updatedAt ?? '',
      busy: saving.isPending,
      onTakeTheirs() {
        if (conflict) takeTheirs(conflict.newer);
        setConflict(null);
      },
      onSaveMine: () => conflict && saveOver(conflict.newer, draft),
      onClose: () => setConflict(null),
    },
  };
}

/**
 * Returns whose change some fields have, which are one value together: of the draft, of the newer version, or of both.
 * Fields that nobody changed are the newer version's. Without a base, both count as changed.
 */
function changedBy(
  base: FormValues | null,
  mine: FormValues,
  theirs: FormValues,
  names: readonly string[],
): 'mine' | 'theirs' | 'both' {
  if (base === null) return 'both';
  if (names.every((name) => mine[name] === base[name])) return 'theirs';
  return names.every((name) => theirs[name] === base[name]) ? 'mine' : 'both';
}

function replaceFields<Draft extends FormValues>(
  mine: Draft,
  theirs: Draft,
  isReplaced: (name: string) => boolean,
): Draft {
  const replaced = Object.entries(theirs).filter(([name]) => isReplaced(name));
  return { ...mine, ...Object.fromEntries(replaced) };
}

/** Extends the guard to the version on which the draft is based. */
function withVersion<Draft extends FormValues>(isDraft: (stored: FormValues) => stored is Draft) {
  return (stored: FormValues): stored is Draft & { readonly version: string } =>
    isDraft(stored) && Number.isInteger(Number(stored['version']));
}
