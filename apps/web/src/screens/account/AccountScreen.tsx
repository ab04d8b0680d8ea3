import {
  Card,
  Button,
  PageHeader,
  Skeleton,
  Page,
  Banner,
  Dialog,
  showToast,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import { withExternalAccountNotice } from './ExternalAccountNotice.tsx';
import { googleQuery, useAccountClient } from './queries.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { texts } from './texts.ts';
import styles from './account.module.css';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { RequireRecentSignIn } from './RequireRecentSignIn.tsx';
import { useAccountForm } from './useAccountForm.ts';

const labels = texts.account;

/** Links the account with Google or deletes it. */
function AccountScreen() {
  return (
    <Page width="medium">
      <PageHeader title={labels.title}>{labels.intro}</PageHeader>
      <GoogleLinkCard />
      <DeleteAccount />
    </Page>
  );
}

export default withExternalAccountNotice(AccountScreen);

function GoogleLinkCard() {
  const account = useAccountClient();
  const query = useQuery(googleQuery(account));
  const { data: link, isError, isPending } = query;
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Card
      title={labels.google}
      summary={labels.googleText}
      busy={isPending}
      actions={link && <Button onClick={() => setConfirming(true)}>{labels.unlink}</Button>}
    >
      {isPending && <Skeleton shape="line" />}
      {isError && link === undefined && <LoadError title={labels.googleFailed} query={query} />}
      {link === null && <p>{labels.notLinked}</p>}
      {link && (
        <p>{labels.linked(formats.date(link.linkedAt), formats.relative(link.lastUsedAt))}</p>
      )}
      <UnlinkGoogleDialog open={isConfirming} onClose={() => setConfirming(false)} />
    </Card>
  );
}

interface UnlinkGoogleDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for the password before it unlinks Google from the account. */
function UnlinkGoogleDialog({ open, onClose }: UnlinkGoogleDialogProps) {
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
