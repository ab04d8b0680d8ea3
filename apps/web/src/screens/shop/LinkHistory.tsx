import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shopHistoryQuery } from '../../api/queries/sharedQueries.ts';
import { formats } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { ShopHistoryCard, step } from './ShopHistoryCard.tsx';
import styles from './shop.module.css';
import { texts } from './texts.ts';

/** The events of a shop's link: linked, needs reauthorization, disconnected, and by whom. */
export function LinkHistory({ shopId }: { readonly shopId: string }) {
  const [size, setSize] = useState(step);
  const history = useQuery(shopHistoryQuery(shopId, size));
  return (
    <ShopHistoryCard
      title={texts.changes}
      empty={texts.noRuns}
      query={history}
      onMore={() => setSize((now) => now + step)}
    >
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
