import { Banner, Button, LinkButton, notify, TextField } from '@seller-connect/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProfileForm, User } from '@seller-connect/contract';
import { useRef, useState } from 'react';
import { ApiFailure, core } from '../../api/index.ts';
import { userQuery } from '../../api/queries.ts';
import { shared } from '../../texts/index.ts';
import {
  fieldErrorsOf,
  fields,
  missingFields,
  valuesOf,
  type Field,
  type FieldErrors,
} from './form.ts';
import styles from './profile.module.css';
import { texts } from './texts.ts';

/** The form itself, filled with what is known already. */
export function ProfileFields({ user }: { readonly user: User }) {
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failed, setFailed] = useState<string | null>(null);
  const count = Object.keys(errors).length;

  function show(found: FieldErrors) {
    setErrors(found);
    const first = fields.find((name) => found[name] !== undefined);
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  const save = useMutation({
    mutationFn: (body: ProfileForm) => core().call('saveUser', { body, ownFailure: true }),
    onSuccess(saved) {
      queries.setQueryData(userQuery.queryKey, saved);
      notify({ tone: 'positive', title: texts.saved });
    },
    onError(error) {
      const found = error instanceof ApiFailure ? fieldErrorsOf(error) : {};
      if (Object.keys(found).length > 0) return show(found);
      const words = error instanceof ApiFailure ? error.serverMessage : null;
      setFailed(words ?? shared.somethingWentWrong);
    },
  });

  const known = user.profile;
  const fieldProps = (name: Field) => ({
    name,
    error: errors[name] ?? null,
    onInput: () => {
      if (errors[name] === undefined) return;
      setErrors(Object.fromEntries(Object.entries(errors).filter(([each]) => each !== name)));
    },
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
        const values = valuesOf(new FormData(event.currentTarget));
        const missing = missingFields(values, texts.required);
        if (Object.keys(missing).length > 0) return show(missing);
        setErrors({});
        save.mutate(values);
      }}
    >
      {count > 1 && <Banner tone="negative" announced title={texts.several(count)} />}
      {failed !== null && <Banner tone="negative" announced title={failed} />}
      <TextField
        {...fieldProps('email')}
        label={texts.email}
        help={texts.emailHelp}
        type="email"
        autoComplete="email"
        maxLength={320}
        defaultValue={known?.email ?? user.email ?? ''}
      />
      <TextField
        {...fieldProps('phoneNumber')}
        label={texts.phone}
        help={texts.phoneHelp}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        defaultValue={known?.phoneNumber ?? user.phone_number ?? ''}
      />
      <TextField
        {...fieldProps('business')}
        label={texts.business}
        help={texts.businessHelp}
        maxLength={120}
        defaultValue={known?.business ?? ''}
      />
      <TextField
        {...fieldProps('purpose')}
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
