import { Card, Skeleton } from '@seller-connect/ui';
import { Waterfall, type WaterfallGroup, type WaterfallItem } from '@seller-connect/ui/charts';
import type { FeeClass, ReportMoney } from '@seller-connect/contract';
import { sumAmounts } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import type { MoneyCardProps } from './PayoutCalendarCard.tsx';
import { feeClassName } from './feeClassName.ts';
import { texts } from './texts.ts';

const labels = texts.classesBlock;

type ClassAmount = ReportMoney['classes'][number];

/** From the goods down to the payout. Every class is in one group. */
const groups = [
  { id: 'goods', classes: ['item_price', 'seller_voucher', 'item_subsidy'] },
  { id: 'refunds', classes: ['refund'] },
  {
    id: 'fees',
    classes: [
      'commission',
      'payment_fee',
      'programme_fee',
      'infrastructure_fee',
      'affiliate_commission',
      'ads_charge',
      'penalty',
    ],
  },
  {
    id: 'shipping',
    classes: ['shipping_buyer', 'shipping_carrier', 'shipping_subsidy', 'shipping_seller'],
  },
  { id: 'other', classes: ['compensation', 'adjustment', 'tax_withheld', 'other', 'unknown'] },
] as const satisfies readonly { id: keyof typeof labels.groups; classes: readonly FeeClass[] }[];

/** The way from the goods to the payout as a waterfall, with every fee class in its group. */
export function FeeClassesCard({ data, failed, busy }: MoneyCardProps) {
  if (!data && failed) return null;
  return (
    <Card title={labels.title} summary={labels.summary} busy={busy} flush>
      {!data && <Skeleton shape="row" count={6} />}
      {data && (
        <Waterfall
          caption={labels.caption}
          nameHeader={labels.what}
          columns={[labels.amount, labels.before, labels.lines]}
          groups={groupsOf(data)}
          total={{
            id: 'total',
            name: labels.total,
            value: Number(data.payout.value ?? 0),
            cells: [
              money(data.payout.value, data),
              money(data.payout.previous, data),
              formats.number(sum(data.classes, ({ lines }) => lines)),
            ],
          }}
          busy={busy}
        />
      )}
    </Card>
  );
}

function groupsOf(data: ReportMoney): WaterfallGroup[] {
  return groups.flatMap(({ id, classes }) => {
    const members: readonly FeeClass[] = classes;
    const own = data.classes.filter(({ feeClass }) => members.includes(feeClass));
    if (own.length === 0) return [];
    const amount = sumAmounts(own.map((each) => each.amount));
    const known = own.flatMap(({ previous }) => previous ?? []);
    const previous = known.length < own.length ? null : sumAmounts(known);
    return [
      {
        id,
        name: own.length === 1 && own[0] ? feeClassName(own[0].feeClass) : labels.groups[id],
        value: Number(amount),
        cells: [
          money(amount, data),
          money(previous, data),
          formats.number(sum(own, ({ lines }) => lines)),
        ],
        items: own.map((each) => itemOf(each, data)),
      },
    ];
  });
}

function itemOf(each: ClassAmount, data: ReportMoney): WaterfallItem {
  return {
    id: each.feeClass,
    name: feeClassName(each.feeClass),
    value: Number(each.amount),
    cells: [money(each.amount, data), money(each.previous, data), formats.number(each.lines)],
  };
}

const money = (amount: string | null, { currency }: ReportMoney) =>
  amount === null ? '–' : formats.money(amount, currency);

const sum = (all: readonly ClassAmount[], of: (each: ClassAmount) => number) =>
  all.reduce((known, each) => known + of(each), 0);
