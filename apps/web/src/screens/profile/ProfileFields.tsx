import { Button, showToast, Select, TextField } from '@seller-connect/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@seller-connect/contract';
import { type ReactNode } from 'react';
import { ApiError, coreClient } from '../../api/index.ts';
import { userQuery } from '../../api/queries/sharedQueries.ts';
import { validate, toFieldErrors, locallyHandledStatuses } from '../../forms/index.ts';
import { FormMessages, useFormErrors } from '../../forms/useForm.tsx';
import { ConflictDialog, RestoredDraft, useVersionedEdit } from '../../editing/index.ts';
import {
  businesses,
  fields,
  toProfileForm,
  hasChanges,
  isProfileValues,
  maxTextLength,
  other,
  parseProfile,
  mapServerErrors,
  purposes,
  rulesOf,
  toConflictFields,
  toStored,
  unknownVersion,
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
  const form = useFormErrors(fields);
  const edit = useVersionedEdit({
    form: 'profile',
    isDraft: isProfileValues,
    stored: toStored(user),
    draftOf: (stored) => valuesOf(stored.user),
    joined: [
      ['business', 'businessOther'],
      ['purpose', 'purposeOther'],
    ],
    differs: (draft, stored) => hasChanges(draft, valuesOf(stored.user)),
    async update(draft, profileVersion) {
      const saved = await coreClient().call('saveUser', {
        ifMatch: profileVersion === unknownVersion ? undefined : profileVersion,
        body: toProfileForm(draft),
        handleErrorLocally: locallyHandledStatuses,
      });
      return toStored(saved);
    },
    read(current) {
      const profile = parseProfile(current);
      return profile && toStored({ ...user, ...profile });
    },
    keep: (stored) => queries.setQueryData(userQuery.queryKey, stored.user),
    changes: ['getUser', 'readAudit'],
    onSaved(stored) {
      showToast({ tone: 'positive', title: texts.saved });
      onSaved?.(stored.user);
    },
    errors: {
      clear: form.clear,
      showFailure(error, sent) {
        const found = error instanceof ApiError ? toFieldErrors(error, submittedFields) : {};
        if (!form.show(mapServerErrors(found, sent))) form.showFailure(error);
      },
    },
  });
  const { draft: values, contested, busy } = edit;
  const change = (name: Field, value: string) => edit.change({ ...values, [name]: value });

  const text = (name: Field) => ({
    ...form.field(name),
    value: values[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      change(name, event.currentTarget.value),
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
    onValueChange: (value: string) => change(name, value),
  });

  return (
    <>
      <form
        {...form.propsOf({
          busy,
          validate: () => validate(values, rulesOf(values, texts)),
          send: edit.save,
        })}
        className={styles.form}
      >
        <RestoredDraft draft={edit} form={form} />
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
          <Button type="submit" variant="primary" busy={busy}>
            {texts.save}
          </Button>
          {beside}
        </div>
      </form>
      <ConflictDialog
        title={texts.changedElsewhere}
        fields={
          contested && toConflictFields(contested.mine, valuesOf(contested.newer.user), texts)
        }
        {...edit.conflict}
      />
    </>
  );
}
