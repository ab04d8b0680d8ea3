import { Banner, Block, Button, PageHeader, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAppSession } from '../../session/index.ts';
import { formats, shared } from '../../i18n/index.ts';
import styles from './account.module.css';
import { googleQuery } from './queries.ts';
import { RemoveAccount } from './DeleteAccount.tsx';
import { texts } from './texts.ts';
import { UnlinkGoogle } from './UnlinkGoogleDialog.tsx';

const words = texts.account;

/** The other ways into the account, and the way out of it for good. */
export function AccountScreen() {
  return (
    <div className={styles.screen}>
      <PageHeader title={words.title}>{words.intro}</PageHeader>
      <GoogleBlock />
      <RemoveAccount />
    </div>
  );
}

function GoogleBlock() {
  const { account } = useAppSession();
  const { data: link, isError, isPending, refetch } = useQuery(googleQuery(account));
  const [asking, setAsking] = useState(false);
  return (
    <Block
      title={words.google}
      summary={words.googleText}
      busy={isPending}
      actions={link && <Button onClick={() => setAsking(true)}>{words.unlink}</Button>}
    >
      {isPending && <Skeleton shape="line" />}
      {isError && (
        <Banner
          tone="attention"
          title={words.googleFailed}
          actions={<Button onClick={() => void refetch()}>{shared.tryAgain}</Button>}
        />
      )}
      {link === null && <p>{words.notLinked}</p>}
      {link && (
        <p>{words.linked(formats.date(link.linkedAt), formats.relative(link.lastUsedAt))}</p>
      )}
      <UnlinkGoogle open={asking} onClose={() => setAsking(false)} />
    </Block>
  );
}
