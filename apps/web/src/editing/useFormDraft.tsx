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
  /** The restored draft until it is saved or discarded; null if there was none. */
  readonly restored: Values | null;
  /** Stores the draft. It survives a reload and a redirect to the identity provider. */
  keep(values: Values): void;
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

/** Returns a type guard for values that have all of these fields. */
export function createFieldsGuard<Name extends string>(names: readonly Name[]) {
  return (stored: FormValues): stored is Readonly<Record<Name, string>> =>
    names.every((name) => typeof stored[name] === 'string');
}

/** Announces a restored draft and offers to discard it. */
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
