import { useQuery } from '@tanstack/react-query';
import { Banner, Button, PageHeader } from '@seller-connect/ui';
import { useSyncedData } from '../../api/useSyncedData.ts';
import { shared } from '../../texts/index.ts';
import { Onboarding } from './Onboarding.tsx';
import { ownShopsQuery, ownUserQuery } from './queries.ts';
import { Report } from './Report.tsx';
import styles from './DashboardScreen.module.css';
import { texts } from './texts.ts';

/**
 * Home: the checklist until a shop is linked and its first figures are in, the report from then on.
 * While it is not known yet, the report keeps its place: most people who come here have one.
 */
export function DashboardScreen() {
  const user = useQuery(ownUserQuery);
  const shops = useQuery(ownShopsQuery);
  const synced = useSyncedData();

  if (shops.isError && shops.data === undefined) {
    return (
      <div className={styles.screen}>
        <PageHeader title={texts.title} />
        <Banner
          tone="negative"
          announced
          title={texts.failed}
          actions={
            <Button size="small" busy={shops.isFetching} onClick={() => void shops.refetch()}>
              {shared.tryAgain}
            </Button>
          }
        >
          {texts.failedText}
        </Banner>
      </div>
    );
  }

  const linked = shops.data?.items;
  const starting = linked?.length === 0 || synced.data?.hasData === false;
  return (
    <div className={styles.screen}>
      {starting ? (
        <Onboarding user={user.data} shops={linked ?? []} synced={synced.data} />
      ) : (
        <Report user={user.data} shops={linked ?? []} synced={synced.data} />
      )}
    </div>
  );
}
