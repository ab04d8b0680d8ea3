import { Banner, Button } from '@seller-connect/ui';
import { useState } from 'react';
import { draftOf } from '../forms/index.ts';
import { usePerson } from '../session/index.ts';
import { choose } from '../i18n/index.ts';
import { en } from './texts.en.ts';
import { vi } from './texts.vi.ts';

const texts = choose(vi, en).draft;

export type FieldTexts = Readonly<Record<string, string>>;

export interface KeptDraft<Values> {
  /** What the person had typed when they left, until it is saved or discarded; null where there was nothing. */
  readonly restored: Values | null;
  /** Keeps what is typed now, over a reload and over the way to the identity provider. */
  keep(values: Values): void;
  /** Saved, cancelled, or left on purpose. */
  forget(): void;
}

/**
 * What a person types into one form, kept in this tab. It may hold any field but a password or another secret.
 * @param form names the form, and the record that it edits
 * @param isValues knows the form's fields
 */
export function useDraft<Values extends FieldTexts>(
  form: string,
  isValues: (kept: FieldTexts) => kept is Values,
): KeptDraft<Values> {
  const { user } = usePerson();
  const draft = draftOf(form, user?.profile.sub ?? '', isValues);
  const [restored, setRestored] = useState(() => draft.restore());
  return {
    restored,
    keep: draft.keep,
    forget() {
      draft.forget();
      setRestored(null);
    },
  };
}

/** Recognises values that have all of these fields. */
export function hasFields<Name extends string>(names: readonly Name[]) {
  return (kept: FieldTexts): kept is Readonly<Record<Name, string>> =>
    names.every((name) => typeof kept[name] === 'string');
}

/** Says that the fields show what was typed earlier, with the way back to what is saved. */
export function RestoredBanner({ onDiscard }: { readonly onDiscard: () => void }) {
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
