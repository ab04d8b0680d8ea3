import {
  Banner,
  Card,
  OrdersIcon,
  PageHeader,
  PartnerMark,
  Page,
  Quiet,
  Tooltip,
} from '@seller-connect/ui';
import type { Order } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../copyable/CopyButton.tsx';
import { RecordState, useRouteParam } from '../../../lists/index.ts';
import { formats, partnerName, sharedTexts } from '../../../i18n/index.ts';
import { RawResponses } from './RawResponses.tsx';
import { ReturnsTable } from './ReturnsTable.tsx';
import { OrderLines } from './OrderLines.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { texts as timelineTexts } from './timelineTexts.ts';
import styles from '../orders.module.css';
import { orderQuery } from '../queries.ts';
import { describeFlag } from './describeFlag.ts';
import { ReturnedNote, StagePill } from '../StagePill.tsx';
import { texts } from '../texts.ts';
import { describeUnsettledReason } from '../../../i18n/texts/unsettledReasons.ts';

/**
 * One order: what happened when, its details, how the report counts it, its lines, its returns, and the raw responses of
 * the marketplace.
 */
export default function OrderScreen() {
  const shopId = useRouteParam('shopId');
  const orderId = useRouteParam('orderId');
  const query = useQuery(orderQuery({ shopId, orderId }));
  if (query.data) return <OrderDetails order={query.data} />;
  return (
    <RecordState
      title={texts.orderTitle(orderId)}
      query={query}
      failed={texts.orderFailed}
      missing={{
        title: texts.unknown,
        text: texts.unknownWhy,
        icon: <OrdersIcon size={24} />,
        back: { href: '/orders', label: texts.back },
      }}
    />
  );
}

function OrderDetails({ order }: { readonly order: Order }) {
  const at = (instant: string) => formats.dateTime(instant, order.timeZone);
  return (
    <Page>
      <PageHeader
        title={texts.orderTitle(order.orderId)}
        actions={
          <CopyButton
            label={texts.copy}
            value={order.orderId}
            copied={texts.copied}
            failed={texts.copyFailed}
          />
        }
      >
        <span className={styles.about}>
          <PartnerMark partner={order.platform} size={20} />
          {texts.of(partnerName(order.platform), order.shopName)}
          <StagePill stage={order.stage} />
          <ReturnedNote of={order} />
        </span>
        {order.isSplit && <Quiet as="p">{texts.split}</Quiet>}
      </PageHeader>
      {order.flags.length > 0 && (
        <Banner tone="attention" title={texts.flags}>
          <p>{texts.flagsWhat}</p>
          <ul className={styles.flags}>
            {order.flags.map((flag) => (
              <li key={flag}>{describeFlag(flag)}</li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={styles.pair}>
        <div className={styles.column}>
          <Card title={timelineTexts.title} summary={timelineTexts.what}>
            <OrderTimeline order={order} />
          </Card>
          <Card title={texts.facts}>
            <DescriptionList
              facts={[
                {
                  name: texts.committed,
                  value: order.committedAt ? at(order.committedAt) : texts.notCommitted,
                },
                {
                  name: texts.payment,
                  value: order.isCod ? texts.cod : <PaymentMethod raw={order.paymentMethod} />,
                },
                { name: texts.shipping, value: formats.money(order.shippingFee, order.currency) },
                { name: texts.changed, value: at(order.changedAt) },
                { name: texts.read, value: at(order.readAt) },
              ]}
            />
          </Card>
        </div>
        <div className={styles.column}>
          <ReportBreakdown order={order} />
          <ExpectedPayout order={order} />
        </div>
      </div>
      <OrderLines order={order} />
      <ReturnsTable order={order} />
      <RawResponses of={order} />
    </Page>
  );
}

/** Marketplaces' names of payment methods, in capital letters only. */
const knownMethods: Readonly<Record<string, keyof typeof texts.paymentMethods>> = {
  MIXEDCARD: 'card',
  CREDITCARD: 'card',
  CREDITDEBITCARD: 'card',
  DEBITCARD: 'card',
  CARD: 'card',
  CYBERSOURCE: 'card',
  INTERNETBANKING: 'onlineBanking',
  NETBANKING: 'onlineBanking',
  BANKTRANSFER: 'bankTransfer',
  MOMO: 'momo',
  ZALOPAY: 'zalopay',
  VNPAY: 'vnpay',
  VNPAYQR: 'vnpay',
  SHOPEEPAY: 'shopeepay',
  SPAYLATER: 'spaylater',
  LAZADAWALLET: 'lazadaWallet',
};

/** Shows the localized payment method, or the marketplace's own name if it is unknown. */
function PaymentMethod({ raw }: { readonly raw: string }) {
  if (raw.trim() === '') return '–';
  const method = knownMethods[raw.toUpperCase().replaceAll(/[^A-Z]/g, '')];
  if (method === undefined) return raw;
  return <Tooltip content={texts.marketplaceStatus(raw)}>{texts.paymentMethods[method]}</Tooltip>;
}

/** How the report counts an order, step by step from GMV to net sales. */
function ReportBreakdown({ order }: { readonly order: Order }) {
  const { salesDay, currency, units } = order;
  const money = (amount: string) => formats.money(amount, currency);
  const less = (name: string, amount: string): DescriptionItem[] =>
    Number(amount) === 0 ? [] : [{ name, value: `−${money(amount)}` }];
  return (
    <Card
      title={texts.counts}
      summary={salesDay === null ? texts.countsNot : texts.countsOn(formats.day(salesDay))}
    >
      <DescriptionList
        facts={[
          { name: texts.sums.gmv, value: money(order.gmv) },
          ...less(texts.sums.cancelled, order.cancelled),
          ...less(texts.sums.failed, order.failed),
          ...less(texts.sums.returned, order.returned),
          ...less(texts.sums.vouchers, order.sellerVouchers),
          { name: texts.sums.netSales, value: money(order.netSales), strong: true },
          { name: texts.sums.units, value: formats.number(units) },
        ]}
      />
    </Card>
  );
}

/** The payout that the marketplace expects for an unbooked order, and why it is pending. */
function ExpectedPayout({ order }: { readonly order: Order }) {
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

interface DescriptionItem {
  readonly name: string;
  readonly value: ReactNode;
  /** The result of the preceding rows. */
  readonly strong?: boolean;
}

/** A two-column list of names and values. */
function DescriptionList({ facts }: { readonly facts: readonly DescriptionItem[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, strong = false }) => (
        <div key={name} className={strong ? styles.result : styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
