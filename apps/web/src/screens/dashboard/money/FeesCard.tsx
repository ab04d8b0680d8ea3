import { Card, MetricChange, Skeleton, Tooltip } from '@seller-connect/ui';
import { BarList, type BarListItem } from '@seller-connect/ui/charts';
import type { FeeClass, ReportMoney } from '@seller-connect/contract';
import { formats } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import { classifyChange } from '../report/metrics.tsx';
import type { MoneyCardProps } from './PayoutCalendarCard.tsx';
import { feeClassName } from './feeClassName.ts';
import { texts } from './texts.ts';

const labels = texts.feesBlock;

export interface FeesCardProps extends MoneyCardProps {
  /** Returns the address of the lines of a class. */
  readonly hrefOf: (feeClass: FeeClass) => string | undefined;
}

/** The fees of the period by class, largest first. Each class leads to its lines. */
export function FeesCard({ data, failed, busy, hrefOf }: FeesCardProps) {
  if (!data && failed) return null;
  const rate = data?.takeRate.value ?? null;
  const items = data ? itemsOf(data, hrefOf) : [];
  return (
    <Card
      title={labels.title}
      summary={rate === null ? undefined : labels.summary(formats.percent(rate))}
      busy={busy}
    >
      {!data && <Skeleton shape="row" count={4} />}
      {data && items.length === 0 && (
        <p>
          {data.reason === null
            ? labels.nothing
            : knownText(texts.reasons, data.reason, texts.reasons.other)}
        </p>
      )}
      {items.length > 0 && (
        <BarList
          label={labels.title}
          items={items}
          total={Number(data?.fees.value) || undefined}
          busy={busy}
        />
      )}
    </Card>
  );
}

function itemsOf(
  { classes, fees, currency }: ReportMoney,
  hrefOf: FeesCardProps['hrefOf'],
): BarListItem[] {
  const total = Number(fees.value);
  return classes
    .filter(({ kept, lines }) => kept && lines > 0)
    .map(({ feeClass, amount, previous, lines }) => {
      // A fee is negative in the payout and is shown here as a positive amount.
      const value = -Number(amount);
      const exact = formats.money(negated(amount), currency);
      const before = previous === null ? null : -Number(previous);
      const change = before === null || before <= 0 ? null : (value - before) / before;
      return {
        id: feeClass,
        name: feeClassName(feeClass),
        href: hrefOf(feeClass),
        value,
        valueText: (
          <Tooltip content={exact}>
            <span data-fee={feeClass} data-value={negated(amount)}>
              {formats.shortMoney(negated(amount), currency).text}
            </span>
          </Tooltip>
        ),
        note: [
          total > 0 && labels.share(formats.percent(value / total)),
          labels.lines(formats.number(lines)),
        ]
          .filter(Boolean)
          .join(' · '),
        valueNote: change !== null && (
          <MetricChange text={formats.change(change)} {...classifyChange(change, null)} />
        ),
      };
    });
}

/** Returns the decimal string with the opposite sign. */
function negated(amount: string): string {
  if (Number(amount) === 0) return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
