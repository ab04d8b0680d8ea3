import { Banner, Button } from '@seller-connect/ui';
import { useRef, useState } from 'react';
import { useAuth } from '../session/index.ts';
import { texts } from './texts.ts';
import { storage } from '../storage.ts';

const labels = texts.draft;

export type FormValues = Readonly<Record<string, string>>;

export interface FormDraftState<Values> {
  /** The restored draft until it is saved or discarded; null if there was none. */
  readonly restored: Values | null;
  /** Stores the draft. It survives a reload and a redirect to the identity provider. */
  keep(values: Values): void;
  /** Stores values as the draft of a record's form. */
  storeFor(record: string, values: FormValues): void;
  /** Deletes the draft after it was saved, cancelled or deliberately left. */
  clear(): void;
}

/**
 * Stores a form's draft in this tab. It may contain any field except passwords and other secrets.
 * @param form name of the form and of the edited record
 * @param isValues checks that a stored draft has the form's fields
 */
export function useFormDraft<Values extends FormValues>(
  form: string,
  isValues: (stored: FormValues) => stored is Values,
): FormDraftState<Values> {
  const { user } = useAuth();
  const owner = user?.profile.sub ?? '';
  const draft = createDraftStore(form, owner, isValues);
  const [restored, setRestored] = useState(() => draft.restore());
  return {
    restored,
    keep: draft.keep,
    storeFor: (record, values) => storage.formDraft.write({ form: record, owner, values }),
    clear() {
      draft.clear();
      setRestored(null);
    },
  };
}

/**
 * The values of a form that are stored as its draft with every change.
 * @param blank the values without a draft
 */
export function useDraftValues<Values extends FormValues>(
  form: string,
  isValues: (stored: FormValues) => stored is Values,
  blank: Values,
) {
  const { restored, keep, storeFor, clear } = useFormDraft(form, isValues);
  const [values, setValues] = useState(restored ?? blank);
  // What was sent is answered between two renderings too.
  const latest = useRef(values);
  const set = (next: Values) => {
    latest.current = next;
    setValues(next);
  };
  const reset = (next: Values = blank) => {
    set(next);
    clear();
  };
  return {
    values,
    isRestored: restored !== null,
    change(part: Partial<Values>) {
      const next = { ...latest.current, ...part };
      set(next);
      keep(next);
    },
    /** Deletes the draft and starts again. */
    reset,
    /** Starts again once these values are stored, unless others were typed meanwhile. Returns whether it did. */
    resetAfter(sent: Values, next?: Values): boolean {
      const isSent = latest.current === sent;
      if (isSent) reset(next);
      return isSent;
    },
    /** Deletes the draft once a record has these values. What was typed meanwhile is the draft of the record's form. */
    moveAfter(sent: Values, record: string, version: number) {
      clear();
      if (latest.current !== sent)
        storeFor(record, { ...latest.current, version: String(version) });
    },
    /** Makes the draft that of a record's form. */
    moveTo(record: string) {
      clear();
      storeFor(record, latest.current);
    },
    clear,
  };
}

/** Returns a type guard for values that have all of these fields. */
export function createFieldsGuard<Name extends string>(names: readonly Name[]) {
  return (stored: FormValues): stored is Readonly<Record<Name, string>> =>
    names.every((name) => typeof stored[name] === 'string');
}

interface RestoredDraftProps {
  readonly draft: { readonly isRestored: boolean; reset(): void };
  readonly form: { clear(): void };
}

/** Announces a restored draft and offers to discard it, with what was wrong with it. */
export function RestoredDraft({ draft, form }: RestoredDraftProps) {
  if (!draft.isRestored) return null;
  return (
    <Banner
      announced
      title={labels.restored}
      actions={
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            form.clear();
            draft.reset();
          }}
        >
          {labels.discard}
        </Button>
      }
    />
  );
}

/** Stores unsent form input. It survives a reload and the end of a session. */
interface DraftStore<Values> {
  /** Returns the draft, or null if there is none or it belongs to another user. */
  restore(): Values | null;
  keep(values: Values): void;
  clear(): void;
}

/**
 * Creates the draft store of one form and user. Drafts may contain any field except passwords. `isValues`
 * rejects drafts of earlier releases with other fields.
 */
function createDraftStore<Values extends Readonly<Record<string, string>>>(
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
