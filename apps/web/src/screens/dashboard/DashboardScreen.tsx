import { useQuery, type QueryClient } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { PageHeader, Skeleton } from '@seller-connect/ui';
import { useSyncStatus } from '../../shops/shopSync.ts';
import { computeSetup, nextSetupPath } from '../../onboarding/setup.ts';
import { usePermissionState } from '../../session/index.ts';
import { storage } from '../../storage.ts';
import { useSearchParam } from '../../lists/useUrlState.ts';
import { lazyBlock } from '../../loading/lazyBlock.tsx';
import { combineFailed, LoadError } from '../../loading/LoadError.tsx';
import { syncStatusQuery } from '../../api/queries/sharedQueries.ts';
import { parseReportFilters } from './filters/filters.ts';
import { homeShopsQuery, homeUserQuery, summaryQuery, todoQuery } from './queries.ts';
import { Report } from './report/Report.tsx';
import styles from './DashboardScreen.module.css';
import { texts } from './texts.ts';

/** Permissions of staff who keep the catalogue or prices. */
const staffPermissions: readonly string[] = ['catalog:all:all', 'ppm:all:all'];

/** Loaded before the first report only. */
const OnboardingChecklist = lazyBlock(
  () => import('./OnboardingChecklist.tsx'),
  <Skeleton shape="block" />,
);

/** Loaded for staff without a shop only. */
const StaffHome = lazyBlock(() => import('./staff/StaffHome.tsx'), <Skeleton shape="block" />);

/** Starts the queries whose requests the script in the page's head has sent; see `head/earlyRequests.ts`. */
export async function prefetch(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.prefetchQuery(summaryQuery(parseReportFilters({}), false)),
    queryClient.prefetchQuery(homeShopsQuery),
    queryClient.prefetchQuery(homeUserQuery),
    queryClient.prefetchQuery(syncStatusQuery),
    queryClient.prefetchQuery(todoQuery),
  ]);
}

/**
 * Home: the onboarding checklist until a shop is linked and its first data has arrived, then the report. While that
 * is unknown, it renders the report, which most sellers have. Staff without a shop get the catalogue and prices instead.
 */
export default function DashboardScreen() {
  const user = useQuery(homeUserQuery);
  const shops = useQuery(homeShopsQuery);
  const synced = useSyncStatus();
  const permissions = usePermissionState();
  const isContinuing = useSearchParam('setup') === 'continue';
  const linked = shops.data?.items;
  const isStarting = linked?.length === 0 || synced.data?.hasData === false;
  // A step must not appear unfinished because its state is unknown.
  const needed = isContinuing ? [shops, user, synced] : isStarting ? [shops, user] : [shops];
  const failed = combineFailed(needed);

  if (failed) {
    return (
      <div className={styles.screen}>
        <PageHeader title={texts.title} />
        <LoadError title={texts.failed} query={failed} explained />
      </div>
    );
  }
  if (isContinuing) {
    if (!user.data || !shops.data || !synced.data) return <Skeleton shape="block" />;
    // Continues a setup at the first unfinished step, on any device.
    const setup = computeSetup({ user: user.data, shops: shops.data.items, synced: synced.data });
    return <Navigate to={nextSetupPath(setup, storage.referredFrom.read() !== null)} replace />;
  }
  if (linked?.length === 0) {
    if (permissions.status === 'loading') return <Skeleton shape="block" />;
    const known = permissions.status === 'known' ? permissions.permissions : [];
    if (known.some((each) => staffPermissions.includes(each))) {
      return (
        <div className={styles.screen}>
          <StaffHome permissions={known} />
        </div>
      );
    }
  }
  if (isStarting && !user.data) return <Skeleton shape="block" />;
  return (
    <div className={styles.screen}>
      {isStarting && user.data ? (
        <OnboardingChecklist user={user.data} shops={linked ?? []} synced={synced.data} />
      ) : (
        <Report user={user.data} shops={linked} synced={synced.data} />
      )}
    </div>
  );
}
