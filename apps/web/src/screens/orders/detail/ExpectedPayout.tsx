import type { Order } from '@seller-connect/contract';
import { Card } from '@seller-connect/ui';
import { formats, sharedTexts, partnerName } from '../../../i18n/index.ts';
import { describeUnsettledReason } from '../../../i18n/texts/unsettledReasons.ts';
import { DescriptionList } from './DescriptionList.tsx';
import { texts } from '../texts.ts';

/** The payout that the marketplace expects for an unbooked order, and why it is pending. */
export function ExpectedPayout({ order }: { readonly order: Order }) {
  const { expected, currency, platform, timeZone } = order;
  if (expected === null) return null;
  const labels = texts.expected;
  return (
    <Card title={labels.title} summary={labels.what(partnerName(platform))}>
      <DescriptionList
        facts={[
          ...(expected.reason === ''
            ? []
            : [{ name: labels.reason, value: describeUnsettledReason(expected.reason) }]),
          ...(expected.until === ''
            ? []
            : [{ name: labels.until, value: labels.quote(expected.until) }]),
          { name: labels.read, value: formats.dateTime(expected.readAt, timeZone) },
          {
            name: labels.amount,
            value: (
              <span data-expected={expected.amount}>
                {sharedTexts.about(formats.money(expected.amount, currency))}
              </span>
            ),
            strong: true,
          },
        ]}
      />
    </Card>
  );
}
