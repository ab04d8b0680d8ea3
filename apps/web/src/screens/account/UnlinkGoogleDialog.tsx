import { Banner, Button, Dialog, showToast } from '@seller-connect/ui';
import { sharedTexts } from '../../i18n/index.ts';
import styles from './account.module.css';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { useAccountClient } from './queries.ts';
import { RequireRecentSignIn } from './RequireRecentSignIn.tsx';
import { texts } from './texts.ts';
import { useAccountForm } from './useAccountForm.ts';

const labels = texts.account;

export interface UnlinkGoogleDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for the password before it unlinks Google from the account. */
export function UnlinkGoogleDialog({ open, onClose }: UnlinkGoogleDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={labels.unlinkTitle} closeLabel={sharedTexts.close}>
      <p>{labels.unlinkText}</p>
      <div className={styles.confirmation}>
        <RequireRecentSignIn path="/settings/account">
          {(onReauthRequired) => (
            <UnlinkForm onReauthRequired={onReauthRequired} onClose={onClose} />
          )}
        </RequireRecentSignIn>
      </div>
    </Dialog>
  );
}

function UnlinkForm({
  onReauthRequired,
  onClose,
}: {
  readonly onReauthRequired: () => void;
  readonly onClose: () => void;
}) {
  const account = useAccountClient();
  const form = useAccountForm({
    asks: ['currentPassword'],
    send: (values) => account.unlinkGoogle(values),
    changes: ['ownGoogleLink'],
    onReauthRequired,
    onDone() {
      onClose();
      showToast({ tone: 'positive', title: labels.unlinked });
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {form.failed !== null && <Banner tone="negative" announced title={form.failed} />}
      <CurrentPasswordField form={form} mayLack={false} />
      <div className={styles.actions}>
        <Button onClick={onClose}>{labels.keep}</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          {labels.unlink}
        </Button>
      </div>
    </form>
  );
}
