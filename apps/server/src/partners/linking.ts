import { createHash, randomBytes } from 'node:crypto';
import {
  PartnerError,
  type CanonicalShop,
  type Connector,
  type Grant,
  type Platform,
} from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { record } from '../audit/index.ts';
import { resolveConsents, resolveLinkFailed } from './announcements.ts';
import { happening, recordEvent } from './events.ts';
import { lifetimeSeconds, type RefreshDeps } from './refresh.ts';
import { shopColumns, toShop, type LinkedShop, type ShopRow } from './shops.ts';
import { makeBuyerHashKey, sealTokens } from './tokens.ts';
import {
  linkingProblem,
  otherAccount,
  shopLinkedElsewhere,
  shopNotFound,
  stateProblems,
} from './words.ts';

export interface LinkingDeps extends RefreshDeps {
  /** Runs in the transaction that links, once per shop: other domains make the shop known to themselves. */
  onLink: (tx: TenantTransaction, shop: LinkedShop) => Promise<void>;
}

/** Who links: the account and tenant of the caller's session. */
export interface Linker {
  tenantId: string;
  accountId: string;
  /** The demo's own linking: nobody did it. */
  byProgram?: true;
}

/** How long a seller may take at the partner's consent page. */
const attemptMs = 20 * 60_000;

const addAttempt = sql(
  'partners.add_attempt',
  `insert into partners.authorization_attempt
     (tenant_id, state_hash, account_id, platform, created_at, expires_at, shop_id)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
const dropOldAttempts = sql(
  'partners.drop_old_attempts',
  'delete from partners.authorization_attempt where tenant_id = $1 and expires_at < $2',
);
const useAttempt = sql(
  'partners.use_attempt',
  `update partners.authorization_attempt set used_at = $5
   where tenant_id = $1 and state_hash = $2 and account_id = $3 and platform = $4
     and used_at is null and expires_at > $5`,
);
const readAttempt = sql(
  'partners.read_attempt',
  `select a.used_at, s.shop_id, s.name, s.region, s.external_shop_id
   from partners.authorization_attempt a
   left join partners.shop s on s.tenant_id = a.tenant_id and s.shop_id = a.shop_id
   where a.tenant_id = $1 and a.state_hash = $2 and a.account_id = $3 and a.platform = $4`,
);
const knowsShop = sql(
  'partners.knows_shop',
  'select from partners.shop where tenant_id = $1 and shop_id = $2 and platform = $3',
);

/** What an attempt is for: a partner, and the shop that is to be linked again if there is one. */
export interface AttemptTarget {
  platform: Platform;
  shopId: string | null;
}

/** The shop that a seller set out to link again. */
export interface ExpectedShop {
  shopId: string;
  name: string;
  region: string;
  externalShopId: string;
}

/**
 * A new state, single use and bound to the account; only its hash is kept.
 * @throws Problem shop_not_found
 */
export async function startAttempt(
  { database, clock }: RefreshDeps,
  linker: Linker,
  { platform, shopId }: AttemptTarget,
): Promise<{ state: string; expiresAt: Date }> {
  const state = randomBytes(32).toString('base64url');
  const now = clock();
  const expiresAt = new Date(now.getTime() + attemptMs);
  await database.tenant(linker.tenantId, async (tx) => {
    if (shopId !== null) {
      const known = await tx.query(knowsShop, [tx.tenantId, shopId, platform]);
      if (known.length === 0) throw shopNotFound();
    }
    // A day longer than they hold, so that a late caller is told "expired" and not "unknown".
    await tx.execute(dropOldAttempts, [tx.tenantId, new Date(now.getTime() - 86_400_000)]);
    const hash = hashOf(state);
    const { tenantId, accountId } = linker;
    const attempt = [tenantId, hash, accountId, platform, now, expiresAt, shopId];
    await tx.execute(addAttempt, attempt);
  });
  return { state, expiresAt };
}

/**
 * Uses a state up.
 * @returns the shop that the seller set out to link again, if any
 * @throws Problem state_mismatch, state_expired or state_used
 */
export async function spendState(
  { database, clock }: RefreshDeps,
  linker: Linker,
  platform: Platform,
  state: string | undefined,
): Promise<ExpectedShop | null> {
  if (state === undefined) throw stateProblems.mismatch();
  const key = [linker.tenantId, hashOf(state), linker.accountId, platform];
  const [used, known] = await database.tenant(linker.tenantId, async (tx) => [
    await tx.execute(useAttempt, [...key, clock()]),
    await tx.query<AttemptRow>(readAttempt, key),
  ]);
  const [attempt] = known;
  if (used === 1) return attempt ? expectedOf(attempt) : null;
  if (attempt === undefined) throw stateProblems.mismatch();
  throw attempt.used_at === null ? stateProblems.expired() : stateProblems.used();
}

interface AttemptRow {
  used_at: Date | null;
  shop_id: string | null;
  name: string | null;
  region: string | null;
  external_shop_id: string | null;
}

function expectedOf(row: AttemptRow): ExpectedShop | null {
  const { shop_id, name, region, external_shop_id } = row;
  if (!shop_id || name === null || region === null || external_shop_id === null) return null;
  return { shopId: shop_id, name, region, externalShopId: external_shop_id };
}

function hashOf(state: string): Buffer {
  return createHash('sha256').update(state).digest();
}

/**
 * Exchanges what the redirect brought, reads the shops that it opens and links them, all or none.
 * @throws Problem for the person who waits
 */
export async function linkShops(
  deps: LinkingDeps,
  connector: Connector,
  linker: Linker,
  code: string,
  given: { extras: Readonly<Record<string, string>>; expected: ExpectedShop | null },
): Promise<LinkedShop[]> {
  let grant: Grant;
  let shops: CanonicalShop[];
  try {
    grant = await connector.exchangeCode(code, given.extras);
    shops = await readShops(connector, grant);
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    deps.log.warn({ tenantId: linker.tenantId, code: error.code }, 'a shop could not be linked');
    throw linkingProblem(error);
  }
  const { expected } = given;
  if (expected && !shops.some((shop) => keyOf(shop) === keyOf(expected))) {
    throw otherAccount(
      expected,
      shops.map((shop) => shop.name),
    );
  }
  return deps.database.tenant(linker.tenantId, (tx) =>
    storeLink(deps, tx, connector.platform, linker, grant, shops),
  );
}

/** A shop of the grant that is closed at the partner does not stand in the way of the others. */
async function readShops(connector: Connector, grant: Grant): Promise<CanonicalShop[]> {
  const read = await Promise.allSettled(
    grant.shops.map((shop) => connector.readShop({ ...shop, accessToken: grant.accessToken })),
  );
  const shops = read.flatMap((each) => (each.status === 'fulfilled' ? [each.value.shop] : []));
  const failed = read.find((each) => each.status === 'rejected');
  if (failed && shops.length === 0) throw failed.reason;
  return shops;
}

const claim = sql('partners.claim_shop', 'select partners.claim_shop($1, $2, $3, $4) as outcome');
// `is_covered`: every shop that still needs the connection is opened by the new grant as well, so its tokens
// may be replaced; otherwise it keeps them for the shops that the grant leaves out.
const findConnections = sql(
  'partners.find_connections',
  `with granted as (select * from unnest($3::text[], $4::text[]) as g (region, external_shop_id))
   select c.connection_id, c.fence, not exists (
     select from partners.shop o
     where o.tenant_id = c.tenant_id and o.connection_id = c.connection_id and o.disconnected_at is null
       and (o.region, o.external_shop_id) not in (select region, external_shop_id from granted)
   ) as is_covered
   from partners.connection c
   where c.tenant_id = $1 and c.connection_id in (
     select s.connection_id from partners.shop s
     where s.tenant_id = $1 and s.platform = $2
       and (s.region, s.external_shop_id) in (select region, external_shop_id from granted))
   order by c.connection_id for update`,
);
const saveConnection = sql(
  'partners.save_connection',
  `insert into partners.connection as c (tenant_id, connection_id, platform, account, state, sealed, key_id,
     access_expires_at, access_lifetime_seconds, can_refresh, refresh_expires_at, fence, token_fence,
     granted_at, changed_at)
   values ($1, $2, $3, $4, 'connected', $5, $6, $7, $8, $9, $10, $11, $11, $12, $12)
   on conflict (tenant_id, connection_id) do update set
     account = excluded.account, state = excluded.state, reason = null, sealed = excluded.sealed,
     key_id = excluded.key_id, access_expires_at = excluded.access_expires_at,
     access_lifetime_seconds = excluded.access_lifetime_seconds, can_refresh = excluded.can_refresh,
     refresh_expires_at = excluded.refresh_expires_at, fence = excluded.fence,
     token_fence = excluded.token_fence, refresh_begun_at = null, refresh_lease_until = null,
     refresh_tried_at = null, refresh_lost_at = null, granted_at = excluded.granted_at,
     changed_at = excluded.changed_at`,
);
const saveShop = sql(
  'partners.save_shop',
  `insert into partners.shop as s (tenant_id, shop_id, connection_id, platform, region, external_shop_id,
     name, currency, time_zone, partner_status, linked_at, changed_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
   on conflict (tenant_id, platform, region, external_shop_id) do update set
     connection_id = excluded.connection_id, name = excluded.name, partner_status = excluded.partner_status,
     changed_at = excluded.changed_at, disconnected_at = null`,
);
const linkedShops = sql(
  'partners.linked_shops',
  `select ${shopColumns} from partners.shop s
   join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
   where s.tenant_id = $1 and s.connection_id = $2 order by s.region, s.external_shop_id`,
);
// Another consent that has lost its last shop to the new one: its tokens open nothing that is used.
const endEmpty = sql(
  'partners.end_empty_connections',
  `update partners.connection c set
     state = 'disconnected', reason = null, sealed = null, key_id = null, can_refresh = false,
     fence = c.fence + 1, token_fence = c.fence + 1, refresh_begun_at = null, refresh_lease_until = null,
     changed_at = $3
   where c.tenant_id = $1 and c.connection_id = any($2::uuid[]) and not exists (
     select from partners.shop s where s.tenant_id = c.tenant_id and s.connection_id = c.connection_id)`,
);

async function storeLink(
  deps: LinkingDeps,
  tx: TenantTransaction,
  platform: Platform,
  linker: Linker,
  grant: Grant,
  shops: readonly CanonicalShop[],
): Promise<LinkedShop[]> {
  const { vault } = deps;
  const { tenantId } = tx;
  const now = deps.clock();
  // In one order everywhere, so that two links of the same shops wait for each other and never deadlock.
  const sorted = shops.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const fresh = new Set<string>();
  for (const shop of sorted) {
    const key = [platform, shop.region, shop.externalShopId, now];
    const [claimed] = await tx.query<{ outcome: string }>(claim, key);
    if (claimed?.outcome === 'taken') throw shopLinkedElsewhere(shop.name);
    if (claimed?.outcome === 'free') fresh.add(keyOf(shop));
  }
  const existing = await tx.query<{ connection_id: string; fence: number; is_covered: boolean }>(
    findConnections,
    [
      tenantId,
      platform,
      sorted.map((shop) => shop.region),
      sorted.map((shop) => shop.externalShopId),
    ],
  );
  const kept = existing.find((connection) => connection.is_covered);
  const connectionId = kept?.connection_id ?? newId(now.getTime());
  const fence = (kept?.fence ?? 0) + 1;
  const sealed = await sealTokens(vault, tenantId, connectionId, fence, grant);
  await tx.execute(saveConnection, [
    tenantId,
    connectionId,
    platform,
    grant.account,
    sealed,
    vault.keyIdOf(sealed),
    grant.accessExpiresAt,
    lifetimeSeconds(grant, now),
    grant.refreshToken !== null,
    grant.refreshExpiresAt,
    fence,
    now,
  ]);
  for (const shop of sorted) {
    await tx.execute(saveShop, [
      tenantId,
      newId(now.getTime()),
      connectionId,
      platform,
      shop.region,
      shop.externalShopId,
      shop.name,
      shop.currency,
      shop.timeZone,
      shop.status,
      now,
    ]);
  }
  const others = existing.map((row) => row.connection_id).filter((id) => id !== connectionId);
  if (others.length > 0) await tx.execute(endEmpty, [tenantId, others, now]);
  await makeBuyerHashKey(tx, vault, now);
  const kind = existing.length > 0 ? 'linked_again' : 'linked';
  await recordEvent(tx, connectionId, { kind, accountId: linker.accountId }, now);
  await resolveConsents(tx, [connectionId, ...others], now);
  await resolveLinkFailed(tx, platform, linker, now);
  const opened = new Set(sorted.map(keyOf));
  const rows = await tx.query<ShopRow>(linkedShops, [tenantId, connectionId]);
  const linked = rows.map(toShop).filter((shop) => opened.has(keyOf(shop)));
  for (const shop of linked) {
    const action = fresh.has(keyOf(shop)) ? 'shop.linked' : 'shop.linked_again';
    await record(tx, happening(action, linker, shop), now);
    await deps.onLink(tx, shop);
  }
  return linked;
}

function keyOf(shop: { region: string; externalShopId: string }): string {
  return `${shop.region}:${shop.externalShopId}`;
}
