import type { Order, OrderCase, OrderCaseState } from '@seller-connect/contract';
import {
  AlertCircleIcon,
  Card,
  CheckCircleIcon,
  ClockIcon,
  CloseIcon,
  InfoIcon,
  Lines,
  Pill,
  Quiet,
  Table,
  Tooltip,
  TruckIcon,
  type PillProps,
  type RowCard,
  type TableColumn,
} from '@seller-connect/ui';
import { formats, sharedTexts } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import styles from '../orders.module.css';
import { texts } from '../texts.ts';
import { describeFlag } from './describeFlag.ts';

const labels = texts.cases;

const statePills: Record<OrderCaseState, Pick<PillProps, 'icon' | 'tone'>> = {
  requested: { icon: <ClockIcon />, tone: 'attention' },
  approved: { icon: <InfoIcon />, tone: 'info' },
  in_transit: { icon: <TruckIcon />, tone: 'info' },
  received: { icon: <CheckCircleIcon />, tone: 'quiet' },
  refunded: { icon: <CheckCircleIcon />, tone: 'quiet' },
  rejected: { icon: <CloseIcon />, tone: 'quiet' },
  cancelled: { icon: <CloseIcon />, tone: 'quiet' },
  unknown: { icon: <AlertCircleIcon />, tone: 'attention' },
};

/** The returns and refunds of an order: reason, date, amount, and what the report deducts. */
export function ReturnsTable({ order }: { readonly order: Order }) {
  if (order.cases.length === 0) return null;
  return (
    <Card title={labels.title} summary={labels.what} flush>
      <Table
        caption={labels.title}
        rows={order.cases}
        rowKey={(one) => one.caseId}
        cardOf={(one) => cardOf(one, order.timeZone)}
        columns={columnsOf(order.timeZone)}
      />
    </Card>
  );
}

function columnsOf(timeZone: string): TableColumn<OrderCase>[] {
  return [
    {
      id: 'case',
      header: labels.columns.case,
      render: ({ kind, caseId, items }) => (
        <Lines>
          <span className={styles.wrapped}>{kindText(kind)}</span>
          <Quiet>{labels.number(caseId)}</Quiet>
          <CaseItems items={items} />
        </Lines>
      ),
    },
    {
      id: 'state',
      header: labels.columns.state,
      render: (one) => <CaseState one={one} />,
    },
    {
      id: 'reason',
      header: labels.columns.reason,
      render: ({ reason }) => <span className={styles.wrapped}>{reasonText(reason)}</span>,
    },
    {
      id: 'days',
      header: labels.columns.days,
      render: (one) => <CaseTimes one={one} timeZone={timeZone} />,
    },
    {
      id: 'refund',
      header: labels.columns.refund,
      align: 'end',
      render: ({ refund, currency, borneBy }) => (
        <Lines>
          {formats.money(refund, currency)}
          {borneBy !== null && (
            <Quiet>{knownText(labels.borneBy, borneBy, sharedTexts.other)}</Quiet>
          )}
        </Lines>
      ),
    },
    {
      id: 'counted',
      header: labels.columns.counted,
      align: 'end',
      render: countedText,
    },
  ];
}

function CaseItems({ items }: Pick<OrderCase, 'items'>) {
  return items.map((item, at) => (
    <span key={at} className={styles.wrapped}>
      <Quiet>
        {labels.item(formats.number(item.quantity), item.name || item.sellerSku || '–')}
      </Quiet>
    </span>
  ));
}

function CaseState({ one: { state, items, flags } }: { readonly one: OrderCase }) {
  return (
    <span className={styles.state}>
      <Tooltip content={marketplaceStatusText(items)}>
        <Pill {...(statePills[state] ?? statePills.unknown)}>
          {knownText(labels.states, state, labels.states.unknown)}
        </Pill>
      </Tooltip>
      {flags.map((flag) => (
        <span key={flag} className={styles.wrapped}>
          <Quiet>{describeFlag(flag)}</Quiet>
        </span>
      ))}
    </span>
  );
}

interface CaseTimesProps {
  readonly one: OrderCase;
  readonly timeZone: string;
}

function CaseTimes({ one, timeZone }: CaseTimesProps) {
  return (
    <Lines>
      {(['requestedAt', 'decidedAt', 'receivedAt', 'refundedAt'] as const).map((name) => {
        const at = one[name];
        if (at === null) return null;
        return <span key={name}>{labels.days[name](formats.dateTime(at, timeZone))}</span>;
      })}
    </Lines>
  );
}

/** What the report deducts. */
function countedText({ counted, currency }: OrderCase) {
  if (Number(counted) === 0) return <Quiet>{labels.notCounted}</Quiet>;
  return `−${formats.money(counted, currency)}`;
}

/** Kind and refund; reason and who bears it; state, items and times. */
function cardOf(one: OrderCase, timeZone: string): RowCard {
  const { kind, caseId, items, reason, refund, currency, borneBy } = one;
  return {
    title: <span className={styles.wrapped}>{kindText(kind)}</span>,
    value: formats.money(refund, currency),
    text: <span className={styles.wrapped}>{reasonText(reason)}</span>,
    textEnd: borneBy === null ? undefined : knownText(labels.borneBy, borneBy, sharedTexts.other),
    detail: (
      <Lines>
        <CaseState one={one} />
        <span>{labels.number(caseId)}</span>
        <CaseItems items={items} />
        <CaseTimes one={one} timeZone={timeZone} />
      </Lines>
    ),
    detailEnd: (
      <span className={styles.sums}>
        <span>{labels.columns.counted}</span>
        {countedText(one)}
      </span>
    ),
  };
}

const kindText = (kind: OrderCase['kind']) => knownText(labels.kinds, kind, labels.kinds.unknown);

/** Returns the text of a reason code. Unknown codes and free text are shown as they are. */
function reasonText(reason: string): string {
  if (reason === '') return '–';
  return Object.entries(labels.reasons).find(([code]) => code === reason)?.[1] ?? reason;
}

/** Returns the marketplace's own status of a return. */
function marketplaceStatusText(items: readonly { readonly rawStatus: string }[]): string {
  return [...new Set(items.map(({ rawStatus }) => rawStatus))]
    .map(texts.marketplaceStatus)
    .join(' · ');
}
