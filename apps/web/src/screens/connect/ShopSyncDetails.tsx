import { AlertTriangleIcon, Countdown, Tooltip } from '@seller-connect/ui';
import type { Shop, ShopProgress } from '@seller-connect/contract';
import type { ReactNode } from 'react';
import { formats, sharedTexts } from '../../i18n/index.ts';
import styles from './connect.module.css';
import { expiresSoonAt, nextRunOf, firstProblem, countRows, orderUpdates } from './shopState.ts';
import { texts } from './texts.ts';

export interface ShopSyncDetailsProps {
  readonly shop: Shop;
  readonly progress: ShopProgress | undefined;
}

/** Current and upcoming problems of a shop, its last sync and its next one. */
export function ShopSyncDetails({ shop, progress }: ShopSyncDetailsProps) {
  if (shop.status === 'disconnected') return <p>{texts.stopped}</p>;
  if (shop.status === 'needs_reauthorization') {
    const partner = sharedTexts.partners[shop.platform];
    return (
      <WarningNote>
        {shop.reauthorization?.message ?? texts.needsAccess(partner, shop.name)}
      </WarningNote>
    );
  }
  const next = nextRunOf(progress);
  const rows = countRows(progress);
  const ends = expiresSoonAt(shop);
  const updates = orderUpdates(progress);
  return (
    <>
      {ends !== null && (
        <WarningNote>
          <Tooltip content={formats.dateTime(ends)}>
            {texts.ends(formats.upcoming(ends), formats.date(ends))}
          </Tooltip>
        </WarningNote>
      )}
      <SyncProblem progress={progress} />
      <p className={styles.facts}>
        {shop.lastSyncedAt === null ? (
          <span>{texts.never}</span>
        ) : (
          <Tooltip content={formats.dateTime(shop.lastSyncedAt)}>
            {texts.lastSuccess(formats.relative(shop.lastSyncedAt))}
          </Tooltip>
        )}
        {updates !== undefined && (
          <Tooltip
            content={updates.live ? texts.liveReason(updates.everyMinutes) : texts.everyReason}
          >
            {updates.live ? texts.live : texts.every(updates.everyMinutes)}
          </Tooltip>
        )}
        {next !== null && (
          <Tooltip content={formats.dateTime(next)}>
            {texts.nextRun(formats.upcoming(next))}
          </Tooltip>
        )}
        {rows > 0 && <span>{texts.rows(formats.number(rows))}</span>}
      </p>
    </>
  );
}

/** The server's message about the problem, and a countdown to the next attempt. */
function SyncProblem({ progress }: Pick<ShopSyncDetailsProps, 'progress'>) {
  const problem = firstProblem(progress);
  if (!problem) return null;
  const again = problem.retryAt === null ? null : Date.parse(problem.retryAt);
  return (
    <WarningNote>
      {problem.message}
      {again !== null && (
        <>
          {` ${texts.retryIn} `}
          <Countdown key={again} until={again} label={texts.retryIn} />
        </>
      )}
    </WarningNote>
  );
}

function WarningNote({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.note}>
      <AlertTriangleIcon />
      <span>{children}</span>
    </p>
  );
}
