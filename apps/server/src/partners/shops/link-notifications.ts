import type { LinkActor } from '../links/link-history.ts';
import { notify, resolveNotifications } from '../../notifications/index.ts';
import {
  isOutage,
  sql,
  type Database,
  type TenantTransaction,
} from '../../platform/database/database.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Grant, Platform } from '@seller-connect/partners';
import { shopColumns, toShop, type LinkedShop, type ShopRow } from './shops.ts';
import type { ReauthorizationReason } from './link-problems.ts';

const findShopsOfConnection = sql(
  'partners.shops_of_connection',
  `select ${shopColumns} from partners.shop s
   join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
   where s.tenant_id = $1 and s.connection_id = $2 and s.disconnected_at is null order by s.name, s.shop_id`,
);
const findExpiringConsents = sql(
  'partners.expiring_consents',
  'select tenant_id, connection_id from partners.ending_consents($1, $2, $3, $4)',
);

async function loadShops(tx: TenantTransaction, connectionId: string): Promise<LinkedShop[]> {
  return (await tx.query<ShopRow>(findShopsOfConnection, [tx.tenantId, connectionId])).map(toShop);
}

const toShopNames = (shops: readonly LinkedShop[]) =>
  shops.map((shop) => ({ id: shop.shopId, name: shop.name }));

/** Notifies the team in the transaction that marks a consent as invalid. */
export async function notifyNeedsReauthorization(
  tx: TenantTransaction,
  connectionId: string,
  failure: { tokenRevision: number; reason: ReauthorizationReason },
  now: Date,
): Promise<void> {
  const shops = await loadShops(tx, connectionId);
  const [first] = shops;
  if (!first) return;
  const { reason } = failure;
  await notify(
    tx,
    {
      kind: 'shop_needs_you',
      // One notification per failed token revision, however many syncs detect it.
      key: `${connectionId}:${failure.tokenRevision}`,
      subject: connectionId,
      facts: { platform: first.platform, shops: toShopNames(shops), reason },
    },
    now,
  );
  // The consent has ended, so the warning that it will is resolved.
  await resolveNotifications(tx, ['shop_expiring'], [connectionId], now);
}

/** Notifies the team in the transaction that marks one shop of a consent as refused. */
export async function notifyShopRefused(
  tx: TenantTransaction,
  connectionId: string,
  shopId: string,
  now: Date,
): Promise<void> {
  const shop = (await loadShops(tx, connectionId)).find((each) => each.shopId === shopId);
  if (!shop) return;
  await notify(
    tx,
    {
      kind: 'shop_needs_you',
      key: `${shopId}:${now.toISOString()}`,
      subject: shopId,
      facts: { platform: shop.platform, shops: toShopNames([shop]), reason: 'refused' },
    },
    now,
  );
}

/**
 * Resolves the notifications of a consent whose tokens were refreshed. The notice that it ends stays while it ends soon:
 * refreshed tokens do not outlive the consent.
 */
export async function resolveRefreshedConsentNotifications(
  tx: TenantTransaction,
  connectionId: string,
  grant: Grant,
  now: Date,
): Promise<void> {
  const endsAt = grant.refreshToken === null ? grant.accessExpiresAt : grant.refreshExpiresAt;
  const endsSoon = endsAt !== null && endsAt <= firstNoticeBefore(now);
  const kinds = ['shop_needs_you', ...(endsSoon ? [] : (['shop_expiring'] as const))] as const;
  await resolveNotifications(tx, kinds, [connectionId], now);
}

/**
 * Resolves the notifications of consents that were given again or are no longer needed.
 * @param subjects connections, and shops that were refused alone
 */
export async function resolveConsentNotifications(
  tx: TenantTransaction,
  subjects: readonly string[],
  now: Date,
): Promise<void> {
  await resolveNotifications(tx, ['shop_needs_you', 'shop_expiring'], subjects, now);
}

/** Notifies a team that a shop has moved from or to another team. */
export async function notifyShopMoved(
  tx: TenantTransaction,
  shop: LinkedShop,
  direction: 'here' | 'away',
  now: Date,
): Promise<void> {
  await notify(
    tx,
    {
      kind: 'shop_moved',
      key: `${shop.shopId}:${now.toISOString()}`,
      subject: shop.connectionId,
      facts: { platform: shop.platform, shops: toShopNames([shop]), moved: direction },
    },
    now,
  );
}

const linkSubject = (platform: Platform, linker: LinkActor) =>
  `link:${platform}:${linker.accountId}`;

/**
 * Notifies the user who consented at the partner that the link failed. Nothing else of the attempt is stored. A failure
 * is only logged, because the response names the reason in any case.
 */
export async function notifyLinkFailed(
  { database, log, clock }: { database: Database; log: Pick<Log, 'warn'>; clock: () => Date },
  platform: Platform,
  actor: LinkActor,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Problem) || actor.byProgram) return;
  const now = clock();
  const stored = database.tenant(actor.tenantId, (tx) =>
    notify(
      tx,
      {
        kind: 'link_failed',
        key: `${platform}:${actor.accountId}:${now.toISOString()}`,
        subject: linkSubject(platform, actor),
        accountId: actor.accountId,
        facts: { platform, shops: [], problem: error.text },
      },
      now,
    ),
  );
  await stored.catch((failure: unknown) =>
    log.warn(
      { event: 'partners.failure_not_announced', err: failure, tenantId: actor.tenantId },
      'Notification of a failed link could not be stored',
    ),
  );
}

/** Resolves the notification of a failed link in the transaction of a later, successful one. */
export async function resolveLinkFailedNotification(
  tx: TenantTransaction,
  platform: Platform,
  actor: LinkActor,
  now: Date,
): Promise<void> {
  await resolveNotifications(tx, ['link_failed'], [linkSubject(platform, actor)], now);
}

const hourMs = 3_600_000;
/** A team is notified this long before a consent ends, and again on the last day. */
const noticeStages = [
  { name: 'days', aheadMs: 5 * 24 * hourMs },
  { name: 'hours', aheadMs: 24 * hourMs },
] as const;
/** Teams have been notified of consents that end before this instant. */
const firstNoticeBefore = (now: Date) => new Date(now.getTime() + noticeStages[0].aheadMs);
const pageSize = 500;

/** Notifies teams, once per stage, of consents that end soon and cannot be renewed without the seller. */
export async function notifyExpiringConsents(
  { database, log }: { database: Database; log: Pick<Log, 'error'> },
  now: Date,
  stopping: AbortSignal,
): Promise<void> {
  const before = firstNoticeBefore(now);
  let after: string | null = null;
  for (;;) {
    const page: { tenantId: string; connectionId: string }[] = await database.query(
      findExpiringConsents,
      [now, before, after, pageSize],
    );
    for (const { tenantId, connectionId } of page) {
      if (stopping.aborted) return;
      if (!isUuid(tenantId)) continue;
      await database
        .tenant(tenantId, (tx) => notifyExpiring(tx, connectionId, now))
        .catch((error: unknown) => {
          if (isOutage(error)) throw error;
          log.error(
            { event: 'partners.consent_end_not_announced', err: error, tenantId },
            'Ending consent could not be announced; the next hourly round tries again',
          );
        });
    }
    after = page.at(-1)?.connectionId ?? null;
    if (page.length < pageSize) return;
  }
}

async function notifyExpiring(
  tx: TenantTransaction,
  connectionId: string,
  now: Date,
): Promise<void> {
  const shops = (await loadShops(tx, connectionId)).filter(({ status }) => status === 'connected');
  const [first] = shops;
  const endsAt = first?.consentExpiresAt;
  if (!first || !endsAt || endsAt <= now) return;
  const remainingMs = endsAt.getTime() - now.getTime();
  const stage = noticeStages.findLast(({ aheadMs }) => remainingMs <= aheadMs);
  if (!stage) return;
  await notify(
    tx,
    {
      kind: 'shop_expiring',
      // The day, because a partner that reports a lifetime gives an instant some seconds apart with each refresh.
      key: `${connectionId}:${endsAt.toISOString().slice(0, 10)}:${stage.name}`,
      subject: connectionId,
      facts: { platform: first.platform, shops: toShopNames(shops), endsAt: endsAt.toISOString() },
    },
    now,
  );
}
