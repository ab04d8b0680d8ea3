import { Card, PartnerMark, Quiet, StatusPill, Table, TextLink, Tooltip } from '@seller-connect/ui';
import type { Platform, Shop, ShopProgress, SyncState } from '@seller-connect/contract';
import { compareNames, formats, sharedTexts } from '../../i18n/index.ts';
import { isAdAccount } from '../../shops/shopFilter.ts';
import { shopSyncState } from '../../shops/shopState.ts';
import styles from './connect.module.css';
import { ShopActions } from './ShopActions.tsx';
import { ShopNotes } from './ShopNotes.tsx';
import { texts } from './texts.ts';

export interface LinkedShopsProps {
  readonly shops: readonly Shop[];
  /** Undefined while unknown. */
  readonly progress: readonly ShopProgress[] | undefined;
  /** Partners in the order of their tiles. */
  readonly order: readonly Platform[];
  readonly onDisconnect: (shop: Shop) => void;
  readonly onErase: (shop: Shop) => void;
}

interface Row {
  readonly shop: Shop;
  /** Undefined before the first sync, null if it could not be fetched. */
  readonly progress: ShopProgress | undefined | null;
  readonly state: SyncState | null;
}

/** The linked shops: state, problem, last update, orders and what can be done. */
export function LinkedShops({ shops, progress, order, onDisconnect, onErase }: LinkedShopsProps) {
  const rows = shops
    .toSorted(
      (one, other) =>
        order.indexOf(one.platform) - order.indexOf(other.platform) ||
        compareNames(one.name, other.name),
    )
    .map((shop): Row => {
      const own = progress ? progress.find(({ shopId }) => shopId === shop.id) : null;
      return { shop, progress: own, state: shopSyncState(shop, own) };
    });
  return (
    <Card title={texts.linkedTitle} flush>
      <Table
        caption={texts.linkedTitle}
        lineCards
        rows={rows}
        rowKey={({ shop }) => shop.id}
        columns={[
          {
            id: 'shop',
            header: texts.columns.shop,
            render: ({ shop }) => <ShopName shop={shop} />,
          },
          {
            id: 'state',
            header: texts.columns.state,
            render: (row) => (
              <div className={styles.state}>
                {row.state !== null && (
                  <StatusPill state={row.state}>{sharedTexts.syncStates[row.state]}</StatusPill>
                )}
                <ShopNotes shop={row.shop} progress={row.progress ?? undefined} />
              </div>
            ),
          },
          {
            id: 'updated',
            header: texts.columns.updated,
            render: ({ shop }) =>
              shop.lastSyncedAt === null ? (
                texts.never
              ) : (
                <div className={styles.updated}>
                  <Tooltip content={formats.dateTime(shop.lastSyncedAt)}>
                    {formats.relative(shop.lastSyncedAt)}
                  </Tooltip>
                </div>
              ),
          },
          { id: 'orders', header: texts.columns.orders, align: 'end', render: orderCount },
          {
            id: 'actions',
            header: texts.columns.actions,
            align: 'end',
            render: ({ shop, state }) => (
              <ShopActions
                shop={shop}
                state={state}
                onDisconnect={() => onDisconnect(shop)}
                onErase={() => onErase(shop)}
              />
            ),
          },
        ]}
      />
    </Card>
  );
}

function ShopName({ shop }: { readonly shop: Shop }) {
  return (
    <div className={styles.shop} data-shop={shop.externalShopId}>
      <PartnerMark partner={shop.platform} size={32} />
      <div className={styles.shopWords}>
        <TextLink href={`/connect/shops/${shop.id}`}>{shop.name}</TextLink>
        <Quiet as="p">
          {isAdAccount(shop)
            ? `${texts.accountId(shop.externalShopId)} · ${shop.currency}`
            : `${texts.shopId(shop.externalShopId)} · ${shop.region}`}
        </Quiet>
      </div>
    </div>
  );
}

/** The number of orders read so far; a dash for ad accounts and before the first sync. */
function orderCount({ progress }: Row) {
  const orders = progress?.streams.find(({ stream }) => stream === 'orders');
  if (!orders) return <span className={styles.onWide}>–</span>;
  return (
    <span>
      <span>{formats.number(orders.rows)}</span>
      {/* A card has no head above the number. */}
      <span className={styles.onPhone}> {texts.ordersUnit}</span>
    </span>
  );
}
