import { Banner, Button, showToast, Select, TextField } from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { ProfileForm, User } from '@seller-connect/contract';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError, coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { userQuery } from '../../api/queries/sharedQueries.ts';
import {
  validate,
  toFieldErrors,
  formErrorMessage,
  locallyHandledStatuses,
  useFieldErrors,
} from '../../forms/index.ts';
import { RestoredDraftBanner, useFormDraft } from '../../editing/index.ts';
import { formMessages } from '../../i18n/texts/formMessages.ts';
import {
  businesses,
  fields,
  toProfileForm,
  isProfileValues,
  maxTextLength,
  other,
  mapServerErrors,
  purposes,
  rulesOf,
  valuesOf,
  type Field,
  type Values,
} from './form.ts';
import styles from './profile.module.css';
import { texts } from './texts.ts';

const submittedFields = ['email', 'phoneNumber', 'business', 'purpose'] as const;

export interface ProfileFieldsProps {
  readonly user: User;
  /** Called after the server has stored the profile. */
  readonly onSaved?: (user: User) => void;
  /** Rendered beside the save button. */
  readonly beside?: ReactNode;
}

/** The profile form, filled from an unsent draft or from the stored profile. */
export function ProfileFields({ user, onSaved, beside }: ProfileFieldsProps) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, fields);
  const draft = useFormDraft('profile', isProfileValues);
  const [values, setValues] = useState<Values>(() => draft.restored ?? valuesOf(user));
  const [failed, setFailed] = useState<string | null>(null);

  function change(name: Field, text: string) {
    const next = { ...values, [name]: text };
    setValues(next);
    draft.keep(next);
  }

  const save = useMutation({
    mutationFn: (body: ProfileForm) =>
      coreClient().call('saveUser', { body, handleErrorLocally: locallyHandledStatuses }),
    changes: ['getUser'],
    onSuccess(saved) {
      draft.clear();
      setValues(valuesOf(saved));
      queries.setQueryData(userQuery.queryKey, saved);
      showToast({ tone: 'positive', title: texts.saved });
      onSaved?.(saved);
    },
    onError(error) {
      const found = error instanceof ApiError ? toFieldErrors(error, submittedFields) : {};
      if (errors.show(mapServerErrors(found, values))) return;
      setFailed(formErrorMessage(error));
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
        if (!errors.show(validate(values, rulesOf(values, texts))))
          save.mutate(toProfileForm(values));
      }}
    >
      {draft.restored !== null && (
        <RestoredDraftBanner
          onDiscard={() => {
            draft.clear();
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
          maxLength={maxTextLength}
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
          maxLength={maxTextLength}
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
