import { AlertTriangleIcon, Countdown, Quiet, Tooltip } from '@seller-connect/ui';
import type { Shop, ShopProgress } from '@seller-connect/contract';
import type { ReactNode } from 'react';
import { formats, partnerName } from '../../i18n/index.ts';
import styles from './connect.module.css';
import { expiresSoonAt, firstProblem } from '../../shops/shopState.ts';
import { texts } from './texts.ts';

export interface ShopNotesProps {
  readonly shop: Shop;
  readonly progress: ShopProgress | undefined;
}

/** Current and upcoming problems of a shop. */
export function ShopNotes({ shop, progress }: ShopNotesProps) {
  if (shop.status === 'disconnected') return <Quiet as="p">{texts.stopped}</Quiet>;
  if (shop.status === 'needs_reauthorization') {
    const partner = partnerName(shop.platform);
    return (
      <WarningNote>
        {shop.reauthorization?.message ?? texts.needsAccess(partner, shop.name)}
      </WarningNote>
    );
  }
  const ends = expiresSoonAt(shop);
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
    </>
  );
}

/** The server's message about the problem, and a countdown to the next attempt. */
function SyncProblem({ progress }: Pick<ShopNotesProps, 'progress'>) {
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
