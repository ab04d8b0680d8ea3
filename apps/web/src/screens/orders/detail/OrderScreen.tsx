import { Banner, Card, OrdersIcon, PageHeader, PartnerMark, Page, Quiet } from '@seller-connect/ui';
import type { Order } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../../copyable/CopyButton.tsx';
import { RecordState, useRouteParam } from '../../../lists/index.ts';
import { formats, partnerName } from '../../../i18n/index.ts';
import { RawResponses } from './RawResponses.tsx';
import { ReturnsTable } from './ReturnsTable.tsx';
import { ReportBreakdown } from './ReportBreakdown.tsx';
import { ExpectedPayout } from './ExpectedPayout.tsx';
import { DescriptionList } from './DescriptionList.tsx';
import { OrderLines } from './OrderLines.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { texts as timelineTexts } from './timelineTexts.ts';
import styles from '../orders.module.css';
import { PaymentMethod } from './PaymentMethod.tsx';
import { orderQuery } from '../queries.ts';
import { describeFlag } from './describeFlag.ts';
import { ReturnedNote, StagePill } from '../StagePill.tsx';
import { texts } from '../texts.ts';

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
