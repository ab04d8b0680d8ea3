import { PasswordField } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { googleQuery, useAccountClient } from './queries.ts';
import { texts } from './texts.ts';
import type { AccountForm } from './useAccountForm.ts';

/** Whether the account may have no password. Only accounts with a Google link can lack one. */
export function useMayHaveNoPassword(): boolean {
  const account = useAccountClient();
  const { data } = useQuery(googleQuery(account));
  return data !== undefined && data !== null;
}

/** The current password, required for every change of sign-in credentials. */
export function CurrentPasswordField({
  form,
  mayLack: mayHaveNoPassword,
}: {
  readonly form: AccountForm;
  readonly mayLack: boolean;
}) {
  return (
    <PasswordField
      {...form.field('currentPassword')}
      label={texts.currentPassword}
      help={mayHaveNoPassword ? texts.currentPasswordHelp : undefined}
      showLabel={texts.show}
      hideLabel={texts.hide}
      autoComplete="current-password"
      maxLength={1024}
    />
  );
}
