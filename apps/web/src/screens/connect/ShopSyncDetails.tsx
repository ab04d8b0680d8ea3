import { AlertTriangleIcon, Countdown, Tooltip } from '@seller-connect/ui';
import type { Shop, ShopProgress } from '@seller-connect/contract';
import type { ReactNode } from 'react';
import { formats, shared } from '../../i18n/index.ts';
import styles from './connect.module.css';
import { endsSoon, nextRunOf, problemOf, rowsOf, updatesOf } from './shopState.ts';
import { texts } from './texts.ts';

export interface ShopFactsProps {
  readonly shop: Shop;
  readonly progress: ShopProgress | undefined;
}

/** What holds a shop up or soon will, and when it was read and will be. */
export function ShopFacts({ shop, progress }: ShopFactsProps) {
  if (shop.status === 'disconnected') return <p>{texts.stopped}</p>;
  if (shop.status === 'needs_reauthorization') {
    const partner = shared.partners[shop.platform];
    return <Note>{shop.reauthorization?.message ?? texts.needsAccess(partner, shop.name)}</Note>;
  }
  const next = nextRunOf(progress);
  const rows = rowsOf(progress);
  const ends = endsSoon(shop);
  const updates = updatesOf(progress);
  return (
    <>
      {ends !== null && (
        <Note>
          <Tooltip content={formats.dateTime(ends)}>
            {texts.ends(formats.upcoming(ends), formats.date(ends))}
          </Tooltip>
        </Note>
      )}
      <Trouble progress={progress} />
      <p className={styles.facts}>
        {shop.lastSynchronisedAt === null ? (
          <span>{texts.never}</span>
        ) : (
          <Tooltip content={formats.dateTime(shop.lastSynchronisedAt)}>
            {texts.lastSuccess(formats.relative(shop.lastSynchronisedAt))}
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

/** What went wrong in the server's words, and how long until it is tried again. */
function Trouble({ progress }: Pick<ShopFactsProps, 'progress'>) {
  const problem = problemOf(progress);
  if (!problem) return null;
  const again = problem.retryAt === null ? null : Date.parse(problem.retryAt);
  return (
    <Note>
      {problem.message}
      {again !== null && (
        <>
          {` ${texts.retryIn} `}
          <Countdown key={again} until={again} label={texts.retryIn} />
        </>
      )}
    </Note>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.note}>
      <AlertTriangleIcon />
      <span>{children}</span>
    </p>
  );
}
