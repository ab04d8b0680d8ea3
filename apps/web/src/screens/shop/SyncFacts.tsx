import { StatusPill, Tooltip } from '@seller-connect/ui';
import type { Shop } from '@seller-connect/contract';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { countRows, nextRunOf, orderUpdates, shopSyncState } from '../../shops/shopState.ts';
import { useSyncStatus } from '../../shops/shopSync.ts';
import styles from './shop.module.css';
import { texts } from './texts.ts';

/** State of a shop, its last sync and its next one, how updates arrive, and how much has been read. */
export function SyncFacts({ shop }: { readonly shop: Shop }) {
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
