import { Card, PartnerMark, Tooltip } from '@seller-connect/ui';
import { BarList } from '@seller-connect/ui/charts';
import type { ReportMoney } from '@seller-connect/contract';
import { formats, sharedTexts, partnerName } from '../../../i18n/index.ts';
import { describeUnsettledReason } from '../../../i18n/texts/unsettledReasons.ts';
import { texts } from './texts.ts';

const labels = texts.waitingBlock;

/** Payouts that marketplaces expect but have not booked, by reason. Hidden if there are none. */
export function UnsettledCard({
  data,
  busy,
}: {
  readonly data: ReportMoney;
  readonly busy: boolean;
}) {
  const { waiting, currency } = data;
  if (waiting.length === 0) return null;
  return (
    <Card title={labels.title} summary={labels.summary} busy={busy}>
      <BarList
        label={labels.title}
        busy={busy}
        items={waiting.map(({ platform, reason, orders, amount }) => {
          const text = formats.shortMoney(amount, currency).text;
          return {
            id: `${platform} ${reason}`,
            mark: <PartnerMark partner={platform} size={20} />,
            name: reason === '' ? labels.noReason : describeUnsettledReason(reason),
            value: Number(amount),
            valueText: (
              <Tooltip content={formats.money(amount, currency)}>
                <span data-waiting={amount}>{sharedTexts.about(text)}</span>
              </Tooltip>
            ),
            note: labels.orders(partnerName(platform), formats.number(orders)),
          };
        })}
      />
    </Card>
  );
}
