import {
  Banner,
  Card,
  Button,
  showToast,
  PageHeader,
  PasswordField,
  TextField,
  TextLink,
  Page,
} from '@seller-connect/ui';
import { useState } from 'react';
import { useAuth } from '../../session/index.ts';
import { withExternalAccountNotice } from './ExternalAccountNotice.tsx';
import styles from './account.module.css';
import { CurrentPasswordField, useMayHaveNoPassword } from './CurrentPasswordField.tsx';
import { useAccountClient } from './queries.ts';
import { RequireRecentSignIn } from './RequireRecentSignIn.tsx';
import { texts } from './texts.ts';
import { useAccountForm } from './useAccountForm.ts';

/** Changes the password and the email address of the account. */
function PasswordScreen() {
  return (
    <Page width="medium">
      <PageHeader title={texts.password.title}>{texts.password.intro}</PageHeader>
      <RequireRecentSignIn path="/settings/password">
        {(onReauthRequired) => (
          <>
            <ChangePassword onReauthRequired={onReauthRequired} />
            <ChangeEmail onReauthRequired={onReauthRequired} />
          </>
        )}
      </RequireRecentSignIn>
    </Page>
  );
}

export default withExternalAccountNotice(PasswordScreen);

interface ChangeProps {
  readonly onReauthRequired: () => void;
}

const emailOf = (claim: unknown) => (typeof claim === 'string' ? claim : '');

function ChangePassword({ onReauthRequired }: ChangeProps) {
  const account = useAccountClient();
  const { user } = useAuth();
  const mayHaveNoPassword = useMayHaveNoPassword();
  const [changed, setChanged] = useState(false);
  const form = useAccountForm({
    asks: mayHaveNoPassword ? ['newPassword'] : ['currentPassword', 'newPassword'],
    send: (values) => account.changePassword(values),
    changes: ['ownSessions'],
    onReauthRequired,
    onDone() {
      setChanged(true);
      showToast({ tone: 'positive', title: texts.password.saved, text: texts.password.savedText });
    },
  });
  return (
    <Card title={texts.password.block} summary={texts.password.blockText}>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        {form.failed !== null && <Banner tone="negative" announced title={form.failed} />}
        {changed && (
          <Banner tone="attention" announced title={texts.password.stillOpen}>
            {texts.password.stillOpenText}{' '}
            <TextLink href="/settings/account">{texts.password.toGoogle}</TextLink>
            {' · '}
            <TextLink href="/settings/reporting-tools">{texts.password.toAccess}</TextLink>
          </Banner>
        )}
        {/* Tells password managers which account the password belongs to. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={emailOf(user?.profile['email'])}
          readOnly
          hidden
        />
        <CurrentPasswordField form={form} mayLack={mayHaveNoPassword} />
        <PasswordField
          {...form.field('newPassword')}
          label={texts.password.newPassword}
          help={texts.password.newPasswordHelp}
          lengthMeter={{ min: 15, text: texts.password.length }}
          showLabel={texts.show}
          hideLabel={texts.hide}
          autoComplete="new-password"
          maxLength={1024}
        />
        <div>
          <Button type="submit" variant="primary" busy={form.busy}>
            {texts.password.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function ChangeEmail({ onReauthRequired }: ChangeProps) {
  const account = useAccountClient();
  const { user } = useAuth();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const mayHaveNoPassword = useMayHaveNoPassword();
  const form = useAccountForm({
    asks: mayHaveNoPassword ? ['email'] : ['email', 'currentPassword'],
    send: (values) => account.changeEmail(values),
    changes: [],
    onReauthRequired,
    onDone: ({ email }) => setSentTo(email),
  });
  const now = emailOf(user?.profile['email']);
  return (
    <Card title={texts.email.block} summary={now === '' ? undefined : texts.email.now(now)}>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        {form.failed !== null && <Banner tone="negative" announced title={form.failed} />}
        {sentTo !== null && !form.busy && form.failed === null && (
          <Banner announced title={texts.email.sent}>
            {texts.email.sentText(sentTo)}
          </Banner>
        )}
        <TextField
          {...form.field('email')}
          label={texts.email.label}
          help={texts.email.help}
          type="email"
          autoComplete="off"
          maxLength={320}
        />
        <CurrentPasswordField form={form} mayLack={mayHaveNoPassword} />
        <div>
          <Button type="submit" busy={form.busy}>
            {texts.email.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
