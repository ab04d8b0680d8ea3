import { useState } from 'react';
import { ApiError } from '../api/index.ts';
import { useMutation } from '../api/queries/useMutation.ts';
import { useForm, type FormOptions } from '../forms/useForm.tsx';

interface VersionedFormOptions<Field extends string, Data, Stored> extends Pick<
  FormOptions<Field, Data>,
  'fields' | 'validate' | 'changes'
> {
  /** The record as last fetched; null if it is new. A refused save fetches it again. */
  readonly newest: Stored | null;
  /** Whether the values are based on this version. */
  readonly isBase: (stored: Stored) => boolean;
  /** Saves the values, as a change of the newer version if the user chose to. */
  readonly send: (newer: Stored | null) => Promise<Data>;
  readonly onSuccess: (data: Data) => void;
  /** ISO 8601 UTC. */
  readonly savedAt: (stored: Stored) => string | undefined;
  readonly onTakeTheirs: (newer: Stored) => void;
}

/** A form for a record of a list, whose save is refused if another user has changed the record meanwhile. */
export function useVersionedForm<Field extends string, Data, Stored>(
  options: VersionedFormOptions<Field, Data, Stored>,
) {
  const { fields, validate, changes, newest, isBase, send, onTakeTheirs } = options;
  const [isRefused, setRefused] = useState(false);
  const newer = isRefused && newest && !isBase(newest) ? newest : null;
  const form = useForm({
    fields,
    validate,
    changes,
    send: () => send(null),
    onSuccess: (data) => options.onSuccess(data),
    onError(error) {
      setRefused(error instanceof ApiError && error.code === 'changed_meanwhile');
      return false;
    },
  });
  const endConflict = () => {
    setRefused(false);
    form.clear();
  };
  const overwriting = useMutation({
    mutationFn: send,
    changes,
    onSuccess(data) {
      endConflict();
      options.onSuccess(data);
    },
    onError: form.showFailure,
  });
  return {
    form,
    /** The version of another user; null if there is no conflict. */
    newer,
    /** Props of the conflict dialog. */
    conflict: {
      savedAt: (newer && options.savedAt(newer)) ?? '',
      busy: overwriting.isPending,
      onTakeTheirs() {
        endConflict();
        if (newer) onTakeTheirs(newer);
      },
      onSaveMine: () => newer && overwriting.mutate(newer),
      onClose: () => setRefused(false),
    },
  };
}
