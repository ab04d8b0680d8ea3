import { Banner, Button, notify, Select, TextField } from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { ProfileForm, User } from '@seller-connect/contract';
import { useRef, useState, type ReactNode } from 'react';
import { ApiFailure, core } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { userQuery } from '../../api/queries/sharedQueries.ts';
import {
  check,
  fieldErrorsOf,
  formProblem,
  formStatuses,
  useFieldErrors,
} from '../../forms/index.ts';
import { RestoredBanner, useDraft } from '../../editing/index.ts';
import { formMessages } from '../../i18n/texts/formMessages.ts';
import {
  businesses,
  fields,
  formOf,
  isValues,
  longestText,
  other,
  placed,
  purposes,
  rulesOf,
  valuesOf,
  type Field,
  type Values,
} from './form.ts';
import styles from './profile.module.css';
import { texts } from './texts.ts';

const specified = ['email', 'phoneNumber', 'business', 'purpose'] as const;

export interface ProfileFieldsProps {
  readonly user: User;
  /** What happens once the server has it. */
  readonly onSaved?: (user: User) => void;
  /** Beside the button that saves. */
  readonly beside?: ReactNode;
}

/** The form itself, filled with what is known already, or with what was typed and not sent. */
export function ProfileFields({ user, onSaved, beside }: ProfileFieldsProps) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, fields);
  const draft = useDraft('profile', isValues);
  const [values, setValues] = useState<Values>(() => draft.restored ?? valuesOf(user));
  const [failed, setFailed] = useState<string | null>(null);

  function change(name: Field, text: string) {
    const next = { ...values, [name]: text };
    setValues(next);
    draft.keep(next);
  }

  const save = useMutation({
    mutationFn: (body: ProfileForm) =>
      core().call('saveUser', { body, handleErrorLocally: formStatuses }),
    changes: ['getUser'],
    onSuccess(saved) {
      draft.forget();
      setValues(valuesOf(saved));
      queries.setQueryData(userQuery.queryKey, saved);
      notify({ tone: 'positive', title: texts.saved });
      onSaved?.(saved);
    },
    onError(error) {
      const found = error instanceof ApiFailure ? fieldErrorsOf(error, specified) : {};
      if (errors.show(placed(found, values))) return;
      setFailed(formProblem(error));
    },
  });

  const text = (name: Field) => ({
    ...errors.field(name),
    value: values[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change(name, event.currentTarget.value),
  });
  const list = (
    name: Field,
    names: Readonly<Record<string, string>>,
    entries: readonly string[],
  ) => ({
    ...errors.field(name),
    value: values[name],
    options: ['', ...entries, other].map((value) => ({
      value,
      label: value === '' ? texts.choose : (names[value] ?? value),
    })),
    onValueChange: (value: string) => change(name, value),
  });

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (save.isPending) return;
        setFailed(null);
        if (!errors.show(check(values, rulesOf(values, texts)))) save.mutate(formOf(values));
      }}
    >
      {draft.restored !== null && (
        <RestoredBanner
          onDiscard={() => {
            draft.forget();
            setValues(valuesOf(user));
          }}
        />
      )}
      {errors.count > 1 && (
        <Banner tone="negative" announced title={formMessages.several(errors.count)} />
      )}
      {failed !== null && <Banner tone="negative" announced title={failed} />}
      <TextField
        {...text('email')}
        label={texts.email}
        help={texts.emailHelp}
        type="email"
        autoComplete="email"
        maxLength={320}
      />
      <TextField
        {...text('phoneNumber')}
        label={texts.phone}
        help={texts.phoneHelp}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
      />
      <Select
        {...list('business', texts.businesses, businesses)}
        label={texts.business}
        help={texts.businessHelp}
      />
      {values.business === other && (
        <TextField
          {...text('businessOther')}
          label={texts.businessOther}
          help={texts.businessOtherHelp}
          maxLength={longestText}
        />
      )}
      <Select
        {...list('purpose', texts.purposes, purposes)}
        label={texts.purpose}
        help={texts.purposeHelp}
      />
      {values.purpose === other && (
        <TextField
          {...text('purposeOther')}
          label={texts.purposeOther}
          help={texts.purposeOtherHelp}
          maxLength={longestText}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {texts.save}
        </Button>
        {beside}
      </div>
    </form>
  );
}
