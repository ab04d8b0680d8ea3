import type { Order, OrderEvent } from '@seller-connect/contract';
import { Quiet, Timeline } from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import { texts } from './timelineTexts.ts';

/** What happened to an order and when, oldest first. */
export function OrderTimeline({ order }: { readonly order: Order }) {
  const hasSeveralCases = order.cases.length > 1;
  return (
    <Timeline
      label={texts.title}
      order="oldestFirst"
      entries={order.events.map((event, index) => ({
        id: String(index),
        title: (
          <>
            {eventText(event)}
            {hasSeveralCases && event.caseId !== null && (
              <Quiet> · {texts.caseNumber(event.caseId)}</Quiet>
            )}
          </>
        ),
        meta: (
          <time dateTime={event.at ?? event.day}>
            {event.at === null
              ? formats.day(event.day)
              : formats.dateTime(event.at, order.timeZone)}
          </time>
        ),
      }))}
    />
  );
}

/** What happened, with the amount that was paid, without a sign. */
function eventText({ kind, paid }: OrderEvent): string {
  const name = knownText(texts.kinds, kind, texts.other);
  if (paid === null || Number(paid.amount) === 0) return name;
  const isDeduction = kind === 'settled' && paid.amount.startsWith('-');
  return `${isDeduction ? texts.deducted : name}: ${formats.money(paid.amount.replace('-', ''), paid.currency)}`;
}
