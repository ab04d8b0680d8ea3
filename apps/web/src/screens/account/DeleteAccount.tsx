import {
  Banner,
  Card,
  Button,
  Dialog,
  TextField,
  TextLink,
  Consequences,
} from '@seller-connect/ui';
import { useState } from 'react';
import { textOf } from '../../forms/index.ts';
import { useSession, useAuth } from '../../session/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import styles from './account.module.css';
import { CurrentPasswordField, useMayHaveNoPassword } from './CurrentPasswordField.tsx';
import { useAccountClient } from './queries.ts';
import { RequireRecentSignIn } from './RequireRecentSignIn.tsx';
import { texts } from './texts.ts';
import { useAccountForm } from './useAccountForm.ts';

const labels = texts.account;

/** Explains what deleting the account means and deletes it once the user has typed its email address to confirm. */
export function DeleteAccount() {
  const [isConfirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  return (
    <>
      <Card
        title={labels.remove}
        summary={`${labels.removeText} ${labels.removeBefore}`}
        actions={
          <Button variant="dangerous" onClick={() => setConfirming(true)}>
            {labels.removeAction}
          </Button>
        }
      />
      <Dialog
        open={isConfirming}
        onClose={close}
        title={labels.confirmTitle}
        closeLabel={sharedTexts.close}
      >
        <Consequences points={labels.consequences} />
        <TextLink href="/connect">{labels.toShops}</TextLink>
        <RequireRecentSignIn path="/settings/account">
          {(onReauthRequired) => (
            <RemovalForm onReauthRequired={onReauthRequired} onClose={close} />
          )}
        </RequireRecentSignIn>
      </Dialog>
    </>
  );
}

interface RemovalFormProps {
  readonly onReauthRequired: () => void;
  readonly onClose: () => void;
}

function RemovalForm({ onReauthRequired, onClose }: RemovalFormProps) {
  const session = useSession();
  const account = useAccountClient();
  const { user } = useAuth();
  const email = user?.profile['email'];
  const expectedText = typeof email === 'string' && email !== '' ? email : sharedTexts.product;
  const mayHaveNoPassword = useMayHaveNoPassword();
  const [isMismatched, setMismatched] = useState(false);
  const form = useAccountForm({
    asks: mayHaveNoPassword ? [] : ['currentPassword'],
    send: ({ currentPassword }) => account.remove({ currentPassword }),
    changes: [],
    onReauthRequired,
    onDone: () => void session.signOut({ isAccountDeleted: true }),
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        const typed = textOf(new FormData(event.currentTarget), 'confirmation');
        if (typed.trim().toLowerCase() === expectedText.toLowerCase()) return form.submit(event);
        event.preventDefault();
        setMismatched(true);
        const field = event.currentTarget.elements.namedItem('confirmation');
        if (field instanceof HTMLElement) field.focus();
      }}
    >
      {form.failed !== null && <Banner tone="negative" announced title={form.failed} />}
      <TextField
        name="confirmation"
        label={labels.typeToConfirm(expectedText)}
        error={isMismatched ? labels.typeMissing(expectedText) : null}
        autoComplete="off"
        spellCheck={false}
        onInput={() => setMismatched(false)}
      />
      <CurrentPasswordField form={form} mayLack={mayHaveNoPassword} />
      <div className={styles.actions}>
        <Button onClick={onClose}>{labels.keep}</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          {labels.removeNow}
        </Button>
      </div>
    </form>
  );
}
