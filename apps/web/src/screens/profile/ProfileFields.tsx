import { Banner, Button, LinkButton, notify, TextField } from '@seller-connect/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProfileForm, User } from '@seller-connect/contract';
import { useRef, useState } from 'react';
import { ApiFailure, core } from '../../api/index.ts';
import { userQuery } from '../../api/queries.ts';
import { check, fieldErrorsOf, useFieldErrors } from '../../forms/index.ts';
import { formMessages } from '../../texts/formMessages.ts';
import { shared } from '../../texts/index.ts';
import { fields, rulesOf, valuesOf } from './form.ts';
import styles from './profile.module.css';
import { texts } from './texts.ts';

/** The form itself, filled with what is known already. */
export function ProfileFields({ user }: { readonly user: User }) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const errors = useFieldErrors(form, fields);
  const [failed, setFailed] = useState<string | null>(null);

  const save = useMutation({
    mutationFn: (body: ProfileForm) => core().call('saveUser', { body, ownFailure: true }),
    onSuccess(saved) {
      queries.setQueryData(userQuery.queryKey, saved);
      notify({ tone: 'positive', title: texts.saved });
    },
    onError(error) {
      if (error instanceof ApiFailure && errors.show(fieldErrorsOf(error, fields))) return;
      const words = error instanceof ApiFailure ? error.serverMessage : null;
      setFailed(words ?? shared.somethingWentWrong);
    },
  });

  const known = user.profile;
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (save.isPending) return;
        setFailed(null);
        const values = valuesOf(new FormData(event.currentTarget));
        if (!errors.show(check(values, rulesOf(texts)))) save.mutate(values);
      }}
    >
      {errors.count > 1 && (
        <Banner tone="negative" announced title={formMessages.several(errors.count)} />
      )}
      {failed !== null && <Banner tone="negative" announced title={failed} />}
      <TextField
        {...errors.field('email')}
        label={texts.email}
        help={texts.emailHelp}
        type="email"
        autoComplete="email"
        maxLength={320}
        defaultValue={known?.email ?? user.email ?? ''}
      />
      <TextField
        {...errors.field('phoneNumber')}
        label={texts.phone}
        help={texts.phoneHelp}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        defaultValue={known?.phoneNumber ?? user.phone_number ?? ''}
      />
      <TextField
        {...errors.field('business')}
        label={texts.business}
        help={texts.businessHelp}
        maxLength={120}
        defaultValue={known?.business ?? ''}
      />
      <TextField
        {...errors.field('purpose')}
        label={texts.purpose}
        help={texts.purposeHelp}
        maxLength={120}
        defaultValue={known?.purpose ?? ''}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {texts.save}
        </Button>
        {user.profileCompletedAt !== null && <LinkButton href="/connect">{texts.next}</LinkButton>}
      </div>
    </form>
  );
}
