import { PageHeader, PartnerMark, StoreIcon, Page, StatusPill, Tooltip } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import type { Shop } from '@seller-connect/contract';
import { ApiError } from '../../api/index.ts';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';
import { CopyButton } from '../../copyable/CopyButton.tsx';
import { ListLoading } from '../../lists/ListLoading.tsx';
import { LoadError } from '../../loading/LoadError.tsx';
import { MissingRecord } from '../../lists/RecordState.tsx';
import { useRouteParam } from '../../lists/useUrlState.ts';
import { partnerName, formats, sharedTexts } from '../../i18n/index.ts';
import { RunHistory } from './RunHistory.tsx';
import styles from './shop.module.css';
import { texts } from './texts.ts';
import { knownText } from '../../i18n/knownText.ts';
import { pageSize, ShopHistoryCard } from './ShopHistoryCard.tsx';
import { isAdAccount } from '../../shops/shopFilter.ts';
import { countRows, nextRunOf, orderUpdates, shopSyncState } from '../../shops/shopState.ts';
import { useSyncStatus } from '../../shops/shopSync.ts';

/** The sync history and the link history of one shop. The address can be sent to support. */
export default function ShopScreen() {
  const shopId = useRouteParam('shopId');
  const query = useQuery(shopsQuery);
  const { data, isPending, error } = query;
  const shop = data?.items.find((each) => each.id === shopId);
  // Without the shop there is nothing to show: rethrows to the server error page with its reference.
  if (!data && error instanceof ApiError && error.status >= 500) throw error;
  if (!data) {
    return (
      <Page>
        <PageHeader title={texts.title} />
        {isPending ? (
          <ListLoading query={query} rows={4} />
        ) : (
          <LoadError title={texts.failed} query={query} />
        )}
      </Page>
    );
  }
  if (!shop) {
    return (
      <MissingRecord
        title={texts.unknown}
        text={texts.unknownWhy}
        icon={<StoreIcon size={24} />}
        back={{ href: '/connect', label: texts.back }}
      />
    );
  }
  return (
    <Page>
      <PageHeader
        title={shop.name}
        actions={
          <CopyButton
            label={texts.copy}
            value={window.location.href}
            copied={texts.copied}
            failed={texts.copyFailed}
          />
        }
      >
        <span className={styles.about}>
          <PartnerMark partner={shop.platform} size={20} />
          {(isAdAccount(shop) ? texts.aboutAccount : texts.about)(
            partnerName(shop.platform),
            shop.externalShopId,
          )}
        </span>
        <p>{texts.lead}</p>
      </PageHeader>
      <SyncFacts shop={shop} />
      <RunHistory shopId={shop.id} />
      <LinkHistory shopId={shop.id} />
    </Page>
  );
}

/** The events of a shop's link: linked, needs reauthorization, disconnected, and by whom. */
export function LinkHistory({ shopId }: { readonly shopId: string }) {
  const history = useQuery(
    endpointQuery('shopHistory', { params: { shopId }, query: { pageSize } }),
  );
  return (
    <ShopHistoryCard title={texts.changes} empty={texts.noChanges} query={history}>
      {(events) => (
        <ol className={styles.events}>
          {events.map((event) => (
            <li key={event.id}>
              <time dateTime={event.occurredAt}>{formats.dateTime(event.occurredAt)}</time>
              <span>
                {knownText(texts.kinds, event.kind, texts.otherKind)}
                {event.kind !== 'needs_reauthorization' && ` ${texts.by[event.by ?? 'system']}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </ShopHistoryCard>
  );
}

/** State of a shop, its last sync and its next one, how updates arrive, and how much has been read. */
function SyncFacts({ shop }: { readonly shop: Shop }) {
  const { data } = useSyncStatus();
  const progress = data?.shops.find(({ shopId }) => shopId === shop.id);
  const state = shopSyncState(shop, data ? progress : null);
  if (state === null) return null;
  const next = shop.status === 'connected' ? nextRunOf(progress) : null;
  const updates = shop.status === 'connected' ? orderUpdates(progress) : undefined;
  const rows = countRows(progress);
  return (
    <p className={styles.facts}>
      <StatusPill state={state}>
        {knownText(sharedTexts.syncStates, state, sharedTexts.other)}
      </StatusPill>
      {shop.lastSyncedAt === null ? (
        <span>{texts.sync.never}</span>
      ) : (
        <Tooltip content={formats.dateTime(shop.lastSyncedAt)}>
          {texts.sync.lastSuccess(formats.relative(shop.lastSyncedAt))}
        </Tooltip>
      )}
      {updates !== undefined && (
        <Tooltip
          content={
            updates.live ? texts.sync.liveReason(updates.everyMinutes) : texts.sync.everyReason
          }
        >
          {updates.live ? texts.sync.live : texts.sync.every(updates.everyMinutes)}
        </Tooltip>
      )}
      {next !== null && (
        <Tooltip content={formats.dateTime(next)}>
          {texts.sync.nextRun(formats.upcoming(next))}
        </Tooltip>
      )}
      {rows > 0 && <span>{texts.sync.rows(formats.number(rows))}</span>}
    </p>
  );
}
