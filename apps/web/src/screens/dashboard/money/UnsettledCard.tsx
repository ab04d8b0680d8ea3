import { Block, PartnerMark, Tooltip } from '@seller-connect/ui';
import { BarList } from '@seller-connect/ui/charts';
import type { ReportMoney } from '@seller-connect/contract';
import { formats, shared } from '../../../i18n/index.ts';
import { unsettledReason } from '../../../i18n/texts/unsettledReasons.ts';
import { texts } from './texts.ts';

const words = texts.waitingBlock;

/** What marketplaces themselves expect to pay and have not booked, by their reasons; nothing where none does. */
export function WaitingBlock({
  data,
  busy,
}: {
  readonly data: ReportMoney;
  readonly busy: boolean;
}) {
  const { waiting, currency } = data;
  if (waiting.length === 0) return null;
  return (
    <Block title={words.title} summary={words.summary} busy={busy}>
      <BarList
        label={words.title}
        busy={busy}
        items={waiting.map(({ platform, reason, orders, amount }) => {
          const text = formats.shortMoney(amount, currency).text;
          return {
            id: `${platform} ${reason}`,
            mark: <PartnerMark partner={platform} size={20} />,
            name: reason === '' ? words.noReason : unsettledReason(reason),
            value: Number(amount),
            valueText: (
              <Tooltip content={formats.money(amount, currency)}>
                <span data-waiting={amount}>{shared.about(text)}</span>
              </Tooltip>
            ),
            note: words.orders(shared.partners[platform], formats.number(orders)),
          };
        })}
      />
    </Block>
  );
}
