import {
  AlertTriangleIcon,
  Card,
  Countdown,
  Lines,
  PartnerMark,
  Quiet,
  StatusPill,
  Table,
  TextLink,
  Tooltip,
  useIsPhone,
} from '@seller-connect/ui';
import type { Platform, Shop, ShopProgress, SyncState } from '@seller-connect/contract';
import type { ReactNode } from 'react';
import { compareNames, formats, sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { isAdAccount } from '../../shops/shopFilter.ts';
import { shopSyncState, expiresSoonAt, firstProblem } from '../../shops/shopState.ts';
import { useLinkPartner } from '../../shops/useLinkPartner.ts';
import styles from './connect.module.css';
import { ShopAction, ShopMenu } from './ShopActions.tsx';
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

interface LinkedShop {
  readonly shop: Shop;
  /** Undefined before the first sync, null if it could not be fetched. */
  readonly progress: ShopProgress | undefined | null;
  readonly state: SyncState | null;
  /** How many were read so far; undefined for ad accounts and before the first sync. */
  readonly orders: number | undefined;
}

/** The linked shops: state, problem, last update, orders and what can be done. */
export function LinkedShops({ shops, progress, order, onDisconnect, onErase }: LinkedShopsProps) {
  const rows = shops
    .toSorted(
      (one, other) =>
        order.indexOf(one.platform) - order.indexOf(other.platform) ||
        compareNames(one.name, other.name),
    )
    .map((shop): LinkedShop => {
      const own = progress ? progress.find(({ shopId }) => shopId === shop.id) : null;
      const orders = own?.streams.find(({ stream }) => stream === 'orders')?.rows;
      return { shop, progress: own, state: shopSyncState(shop, own), orders };
    });
  const link = useLinkPartner();
  const menuOf = ({ shop }: LinkedShop) => (
    <ShopMenu
      shop={shop}
      link={link}
      onDisconnect={() => onDisconnect(shop)}
      onErase={() => onErase(shop)}
    />
  );
  if (useIsPhone()) {
    return (
      <Card title={texts.linkedTitle} flush>
        <ul className={styles.linked}>
          {rows.map((row) => (
            <li key={row.shop.id}>
              <ShopName shop={row.shop} />
              {menuOf(row)}
              <div className={styles.facts}>
                <ShopStatus of={row} />
                <Quiet>{updatedText(row)}</Quiet>
                {row.orders !== undefined && (
                  <Quiet>
                    {formats.number(row.orders)} {texts.ordersUnit}
                  </Quiet>
                )}
              </div>
              <ShopAction shop={row.shop} state={row.state} link={link} />
            </li>
          ))}
        </ul>
      </Card>
    );
  }
  return (
    <Card title={texts.linkedTitle} flush>
      <Table
        caption={texts.linkedTitle}
        rows={rows}
        rowKey={({ shop }) => shop.id}
        columns={[
          {
            id: 'shop',
            header: texts.columns.shop,
            render: ({ shop }) => <ShopName shop={shop} />,
          },
          { id: 'state', header: texts.columns.state, render: (row) => <ShopStatus of={row} /> },
          { id: 'updated', header: texts.columns.updated, render: updatedText },
          {
            id: 'orders',
            header: texts.columns.orders,
            align: 'end',
            render: ({ orders }) => (orders === undefined ? '–' : formats.number(orders)),
          },
          {
            id: 'actions',
            header: texts.columns.actions,
            align: 'end',
            render: (row) => (
              <div className={styles.actions}>
                <ShopAction shop={row.shop} state={row.state} link={link} />
                {menuOf(row)}
              </div>
            ),
          },
        ]}
      />
    </Card>
  );
}

function ShopStatus({ of: { shop, progress, state } }: { readonly of: LinkedShop }) {
  return (
    <div className={styles.state}>
      {state !== null && (
        <StatusPill state={state}>
          {knownText(sharedTexts.syncStates, state, sharedTexts.other)}
        </StatusPill>
      )}
      <ShopNotes shop={shop} progress={progress ?? undefined} />
    </div>
  );
}

function updatedText({ shop: { lastSyncedAt } }: LinkedShop) {
  if (lastSyncedAt === null) return texts.never;
  return (
    <span className={styles.updated}>
      <Tooltip content={formats.dateTime(lastSyncedAt)}>{formats.relative(lastSyncedAt)}</Tooltip>
    </span>
  );
}

function ShopName({ shop }: { readonly shop: Shop }) {
  return (
    <span className={styles.shop} data-shop={shop.externalShopId}>
      <PartnerMark partner={shop.platform} size={32} />
      <Lines>
        <TextLink href={`/connect/shops/${shop.id}`}>{shop.name}</TextLink>
        <Quiet>
          {isAdAccount(shop)
            ? `${texts.accountId(shop.externalShopId)} · ${shop.currency}`
            : `${texts.shopId(shop.externalShopId)} · ${shop.region}`}
        </Quiet>
      </Lines>
    </span>
  );
}

interface ShopNotesProps {
  readonly shop: Shop;
  readonly progress: ShopProgress | undefined;
}

/** Current and upcoming problems of a shop. */
function ShopNotes({ shop, progress }: ShopNotesProps) {
  if (shop.status === 'disconnected') return <Quiet as="p">{texts.stopped}</Quiet>;
  if (shop.status === 'needs_reauthorization')
    return <WarningNote>{shop.reauthorization?.message ?? texts.needsAccess}</WarningNote>;
  const ends = expiresSoonAt(shop);
  return (
    <>
      {ends !== null && (
        <WarningNote>
          <Tooltip content={formats.dateTime(ends)}>
            {texts.ends(formats.upcoming(ends), formats.date(ends))}
          </Tooltip>
        </WarningNote>
      )}
      <SyncProblem progress={progress} />
    </>
  );
}

/** The server's message about the problem, and a countdown to the next attempt. */
function SyncProblem({ progress }: Pick<ShopNotesProps, 'progress'>) {
  const problem = firstProblem(progress);
  if (!problem) return null;
  const again = problem.retryAt === null ? null : Date.parse(problem.retryAt);
  return (
    <WarningNote>
      {problem.message}
      {again !== null && (
        <>
          {` ${texts.retryIn} `}
          <Countdown key={again} until={again} label={texts.retryIn} />
        </>
      )}
    </WarningNote>
  );
}

function WarningNote({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.note}>
      <AlertTriangleIcon />
      <span>{children}</span>
    </p>
  );
}
