import type { Order } from '@seller-connect/contract';
import { Block } from '@seller-connect/ui';
import { formats, shared } from '../../../i18n/index.ts';
import { unsettledReason } from '../../../i18n/texts/unsettledReasons.ts';
import { Facts } from './DescriptionList.tsx';
import { texts } from '../texts.ts';

/** What the marketplace itself expects to pay for an order that it has booked nothing of, and why it waits. */
export function Expected({ order }: { readonly order: Order }) {
  const { expected, currency, platform, timeZone } = order;
  if (expected === null) return null;
  const words = texts.expected;
  return (
    <Block title={words.title} summary={words.what(shared.partners[platform])}>
      <Facts
        facts={[
          ...(expected.reason === ''
            ? []
            : [{ name: words.reason, value: unsettledReason(expected.reason) }]),
          ...(expected.until === ''
            ? []
            : [{ name: words.until, value: words.words(expected.until) }]),
          { name: words.read, value: formats.dateTime(expected.readAt, timeZone) },
          {
            name: words.amount,
            value: (
              <span data-expected={expected.amount}>
                {shared.about(formats.money(expected.amount, currency))}
              </span>
            ),
            strong: true,
          },
        ]}
      />
    </Block>
  );
}
