import { Banner, Button, Dialog, notify } from '@seller-connect/ui';
import { useAppSession } from '../../session/index.ts';
import { shared } from '../../i18n/index.ts';
import styles from './account.module.css';
import { CurrentPassword } from './CurrentPasswordField.tsx';
import { FreshSignIn } from './RequireRecentSignIn.tsx';
import { texts } from './texts.ts';
import { useAccountForm } from './useAccountForm.ts';

const words = texts.account;

export interface UnlinkGoogleProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for the password before Google is no longer a way in. */
export function UnlinkGoogle({ open, onClose }: UnlinkGoogleProps) {
  return (
    <Dialog open={open} onClose={onClose} title={words.unlinkTitle} closeLabel={shared.close}>
      <p>{words.unlinkText}</p>
      <div className={styles.confirmation}>
        <FreshSignIn path="/settings/account">
          {(tooOld) => <UnlinkForm tooOld={tooOld} onClose={onClose} />}
        </FreshSignIn>
      </div>
    </Dialog>
  );
}

function UnlinkForm({
  tooOld,
  onClose,
}: {
  readonly tooOld: () => void;
  readonly onClose: () => void;
}) {
  const { account } = useAppSession();
  const form = useAccountForm({
    asks: ['currentPassword'],
    send: (values) => account.unlinkGoogle(values),
    changes: ['ownGoogleLink'],
    onTooOld: tooOld,
    onDone() {
      onClose();
      notify({ tone: 'positive', title: words.unlinked });
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      {form.failed !== null && <Banner tone="negative" announced title={form.failed} />}
      <CurrentPassword form={form} mayLack={false} />
      <div className={styles.actions}>
        <Button onClick={onClose}>{words.keep}</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          {words.unlink}
        </Button>
      </div>
    </form>
  );
}
