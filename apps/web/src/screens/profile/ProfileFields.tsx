import { Button, showToast, Select, TextField } from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@seller-connect/contract';
import { type ReactNode } from 'react';
import { coreClient } from '../../api/index.ts';
import { userQuery } from '../../api/queries/sharedQueries.ts';
import { validate, toFieldErrors, locallyHandledStatuses } from '../../forms/index.ts';
import { FormMessages, useForm } from '../../forms/useForm.tsx';
import { RestoredDraft, useDraftValues } from '../../editing/index.ts';
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
  const draft = useDraftValues('profile', isProfileValues, valuesOf(user));
  const { values } = draft;
  const form = useForm({
    fields,
    validate: () => validate(values, rulesOf(values, texts)),
    send: async () => ({
      sent: values,
      saved: await coreClient().call('saveUser', {
        body: toProfileForm(values),
        handleErrorLocally: locallyHandledStatuses,
      }),
    }),
    errorsOf: (failure) => mapServerErrors(toFieldErrors(failure, submittedFields), values),
    changes: ['getUser', 'readAudit'],
    onSuccess({ sent, saved }) {
      draft.resetAfter(sent, valuesOf(saved));
      queries.setQueryData(userQuery.queryKey, saved);
      showToast({ tone: 'positive', title: texts.saved });
      onSaved?.(saved);
    },
  });

  const text = (name: Field) => ({
    ...form.field(name),
    value: values[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      draft.change({ [name]: event.currentTarget.value }),
  });
  const list = (
    name: Field,
    names: Readonly<Record<string, string>>,
    entries: readonly string[],
  ) => ({
    ...form.field(name),
    value: values[name],
    options: ['', ...entries, other].map((value) => ({
      value,
      label: value === '' ? texts.choose : (names[value] ?? value),
    })),
    onValueChange: (value: string) => draft.change({ [name]: value }),
  });

  return (
    <form {...form.props} className={styles.form}>
      <RestoredDraft draft={draft} form={form} />
      <FormMessages form={form} />
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
        <Button type="submit" variant="primary" busy={form.busy}>
          {texts.save}
        </Button>
        {beside}
      </div>
    </form>
  );
}
