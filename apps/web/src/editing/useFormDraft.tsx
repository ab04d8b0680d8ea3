import { Banner, Button } from '@seller-connect/ui';
import { useState } from 'react';
import { createDraftStore } from '../forms/index.ts';
import { useAuth } from '../session/index.ts';
import { selectLocale } from '../i18n/index.ts';
import { en } from './texts.en.ts';
import { vi } from './texts.vi.ts';

const texts = selectLocale(vi, en).draft;

export type FormValues = Readonly<Record<string, string>>;

export interface FormDraftState<Values> {
  /** What the person had typed when they left, until it is saved or discarded; null where there was nothing. */
  readonly restored: Values | null;
  /** Keeps what is typed now, over a reload and over the way to the identity provider. */
  keep(values: Values): void;
  /** Saved, cancelled, or left on purpose. */
  clear(): void;
}

/**
 * What a person types into one form, kept in this tab. It may hold any field but a password or another secret.
 * @param form names the form, and the record that it edits
 * @param isValues knows the form's fields
 */
export function useFormDraft<Values extends FormValues>(
  form: string,
  isValues: (stored: FormValues) => stored is Values,
): FormDraftState<Values> {
  const { user } = useAuth();
  const draft = createDraftStore(form, user?.profile.sub ?? '', isValues);
  const [restored, setRestored] = useState(() => draft.restore());
  return {
    restored,
    keep: draft.keep,
    clear() {
      draft.clear();
      setRestored(null);
    },
  };
}

/** Recognises values that have all of these fields. */
export function createFieldsGuard<Name extends string>(names: readonly Name[]) {
  return (stored: FormValues): stored is Readonly<Record<Name, string>> =>
    names.every((name) => typeof stored[name] === 'string');
}

/** Says that the fields show what was typed earlier, with the way back to what is saved. */
export function RestoredDraftBanner({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <Banner
      announced
      title={texts.restored}
      actions={
        <Button size="small" variant="quiet" onClick={onDiscard}>
          {texts.discard}
        </Button>
      }
    />
  );
}
