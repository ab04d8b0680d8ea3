import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { PageHeader, Skeleton } from '@seller-connect/ui';
import { useSyncedData } from '../../api/useSyncedData.ts';
import { setupOf, wayOn } from '../../setup/index.ts';
import { storage } from '../../storage.ts';
import { BlockFailure } from './BlockFailure.tsx';
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
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });

  if (search['setup'] === 'continue') {
    // Whoever was sent here to set up goes on at the first unfinished step, on any device.
    if (!user.data || !shops.data || !synced.data) {
      if (!user.isError && !shops.isError && !synced.isError) return <Skeleton shape="block" />;
    } else {
      const setup = setupOf({ user: user.data, shops: shops.data.items, synced: synced.data });
      return <Navigate to={wayOn(setup, storage.referredFrom.read() !== null)} replace />;
    }
  }

  if (shops.isError && shops.data === undefined) {
    return (
      <div className={styles.screen}>
        <PageHeader title={texts.title} />
        <BlockFailure
          title={texts.failed}
          error={shops.error}
          retrying={shops.isFetching}
          onRetry={() => void shops.refetch()}
        />
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
        <Report user={user.data} shops={linked} synced={synced.data} />
      )}
    </div>
  );
}
