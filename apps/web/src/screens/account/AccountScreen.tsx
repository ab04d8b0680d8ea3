import { Card, Button, PageHeader, Skeleton, Page } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formats } from '../../i18n/index.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import { withExternalAccountNotice } from './ExternalAccountNotice.tsx';
import { googleQuery, useAccountClient } from './queries.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { texts } from './texts.ts';
import { UnlinkGoogleDialog } from './UnlinkGoogleDialog.tsx';

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
