import { useQuery } from '@tanstack/react-query';
import { Banner, Button, PageHeader } from '@seller-connect/ui';
import { shared } from '../../texts/index.ts';
import { Onboarding } from './Onboarding.tsx';
import { shopsQuery, syncedQuery, userQuery } from './queries.ts';
import { Report } from './Report.tsx';
import styles from './DashboardScreen.module.css';
import { texts } from './texts.ts';

/**
 * Home: the checklist until a shop is linked and its first figures are in, the report from then on.
 * While it is not known yet, the report keeps its place: most people who come here have one.
 */
export function DashboardScreen() {
  const user = useQuery(userQuery);
  const shops = useQuery(shopsQuery);
  const synced = useQuery(syncedQuery);

  const failed = [shops, synced].filter((query) => query.isError && query.data === undefined);
  if (failed.length > 0) {
    return (
      <div className={styles.screen}>
        <PageHeader title={texts.title} />
        <Banner
          tone="negative"
          announced
          title={texts.failed}
          actions={
            <Button
              size="small"
              busy={failed.some((query) => query.isFetching)}
              onClick={() => {
                for (const query of failed) void query.refetch();
              }}
            >
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
