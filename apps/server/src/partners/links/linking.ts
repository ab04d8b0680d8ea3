import { generateSecret, hashToken } from '../../platform/secrets.ts';
import {
  PartnerError,
  type CanonicalShop,
  type Connector,
  type Grant,
  type Platform,
} from '@seller-connect/partners';
import { setTimeout as delay } from 'node:timers/promises';
import { isOutage, sql } from '../../platform/database/database.ts';
import { sanitizeText } from '../../platform/database/storable-values.ts';
import type { TokenDependencies } from '../tokens/token-refresh.ts';
import { shopKey, type LinkedShop } from '../shops/shops.ts';
import type { LinkActor } from './link-history.ts';
import { storeLink, type LinkDependencies } from './link-store.ts';
import {
  linkingProblem,
  otherAccountProblem,
  shopNotFoundProblem,
  stateProblems,
} from '../shops/link-problems.ts';

/** How long a seller may take at the partner's consent page. */
const attemptLifetimeMs = 20 * 60_000;
/** How long storing is retried while the database is unavailable. The code is spent by then, and the seller waits. */
const storeTimeoutMs = 30_000;
const storeRetryIntervalMs = 250;

const insertAttempt = sql(
  'partners.add_attempt',
  `insert into partners.authorization_attempt
     (tenant_id, state_hash, account_id, platform, created_at, expires_at, shop_id)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
const purgeExpiredAttempts = sql(
  'partners.drop_old_attempts',
  'delete from partners.authorization_attempt where tenant_id = $1 and expires_at < $2',
);
const consumeAttempt = sql(
  'partners.consume_attempt',
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
const findShop = sql(
  'partners.find_shop_for_attempt',
  'select from partners.shop where tenant_id = $1 and shop_id = $2 and platform = $3',
);

/** What an attempt links: a partner, and the shop if it is linked again. */
interface AttemptTarget {
  platform: Platform;
  shopId: string | null;
}

/** The shop that a seller wants to link again. */
interface ExpectedShop {
  shopId: string;
  name: string;
  region: string;
  externalShopId: string;
}

/**
 * Creates a state for the redirect. It is single-use and bound to the account; only its hash is stored.
 * @throws Problem shop_not_found
 */
export async function startAttempt(
  { database, clock }: TokenDependencies,
  linker: LinkActor,
  { platform, shopId }: AttemptTarget,
): Promise<{ state: string; expiresAt: Date }> {
  const state = generateSecret();
  const now = clock();
  const expiresAt = new Date(now.getTime() + attemptLifetimeMs);
  await database.tenant(linker.tenantId, async (tx) => {
    if (shopId !== null) {
      const found = await tx.query(findShop, [tx.tenantId, shopId, platform]);
      if (found.length === 0) throw shopNotFoundProblem();
    }
    // Kept for a day after they expire, so that a late caller gets `state_expired` instead of `state_mismatch`.
    await tx.execute(purgeExpiredAttempts, [tx.tenantId, new Date(now.getTime() - 86_400_000)]);
    const { tenantId, accountId } = linker;
    const attempt = [tenantId, hashToken(state), accountId, platform, now, expiresAt, shopId];
    await tx.execute(insertAttempt, attempt);
  });
  return { state, expiresAt };
}

/**
 * Consumes a state.
 * @returns the shop that the seller wants to link again, if any
 * @throws Problem state_mismatch, state_expired or state_used
 */
export async function consumeState(
  { database, clock }: TokenDependencies,
  linker: LinkActor,
  platform: Platform,
  state: string | undefined,
): Promise<ExpectedShop | null> {
  if (state === undefined) throw stateProblems.mismatch();
  const key = [linker.tenantId, hashToken(state), linker.accountId, platform];
  const [consumedCount, found] = await database.tenant(linker.tenantId, async (tx) => [
    await tx.execute(consumeAttempt, [...key, clock()]),
    await tx.query<AttemptRow>(readAttempt, key),
  ]);
  const [attempt] = found;
  if (consumedCount === 1) return attempt ? toExpectedShop(attempt) : null;
  if (attempt === undefined) throw stateProblems.mismatch();
  throw attempt.usedAt === null ? stateProblems.expired() : stateProblems.used();
}

interface AttemptRow {
  usedAt: Date | null;
  shopId: string | null;
  name: string | null;
  region: string | null;
  externalShopId: string | null;
}

function toExpectedShop(row: AttemptRow): ExpectedShop | null {
  const { shopId, name, region, externalShopId } = row;
  if (!shopId || name === null || region === null || externalShopId === null) return null;
  return { shopId, name, region, externalShopId };
}

/**
 * Exchanges the code of a redirect, fetches the shops that the grant opens and links all of them or none.
 * @throws Problem with a message for the seller
 */
export async function linkShops(
  dependencies: LinkDependencies,
  connector: Connector,
  actor: LinkActor,
  code: string,
  redirect: { extras: Readonly<Record<string, string>>; expected: ExpectedShop | null },
): Promise<LinkedShop[]> {
  let grant: Grant;
  let shops: CanonicalShop[];
  try {
    grant = await connector.exchangeCode(code, redirect.extras);
    shops = await fetchShops(connector, grant, (error) =>
      dependencies.log.warn(
        { event: 'partners.shop_skipped', err: error, tenantId: actor.tenantId },
        'Shop of a consent could not be fetched and was not linked',
      ),
    );
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error;
    dependencies.log.warn(
      { event: 'partners.link_failed', tenantId: actor.tenantId, code: error.code },
      'Shop could not be linked',
    );
    throw linkingProblem(error);
  }
  const { expected } = redirect;
  if (expected && !shops.some((shop) => shopKey(shop) === shopKey(expected))) {
    throw otherAccountProblem(
      expected,
      shops.map((shop) => shop.name),
    );
  }
  const end = performance.now() + storeTimeoutMs;
  for (;;) {
    try {
      const stored = await dependencies.database.tenant(actor.tenantId, (tx) =>
        storeLink(dependencies, tx, connector.platform, actor, grant, shops),
      );
      await stored.afterCommit?.().catch((error: unknown) => {
        dependencies.log.warn(
          { event: 'partners.sync_not_announced', err: error, tenantId: actor.tenantId },
          'Workers were not woken for the linked shops; they find them at their next poll',
        );
      });
      return stored.shops;
    } catch (error) {
      if (!isOutage(error) || performance.now() + storeRetryIntervalMs > end) throw error;
      dependencies.log.warn(
        { event: 'partners.consent_not_stored', err: error },
        'Consent was not stored; trying again',
      );
      await delay(storeRetryIntervalMs);
    }
  }
}

/** Fetches the shops of a grant. Skips those that fail, such as closed ones, unless all of them do. */
async function fetchShops(
  connector: Connector,
  grant: Grant,
  onSkipped: (error: unknown) => void,
): Promise<CanonicalShop[]> {
  const results = await Promise.allSettled(
    grant.shops.map((shop) => connector.readShop({ ...shop, accessToken: grant.accessToken })),
  );
  const shops = results
    .flatMap((each) => (each.status === 'fulfilled' ? [each.value.shop] : []))
    .map((shop) => ({
      ...shop,
      name: sanitizeText(shop.name),
      status: sanitizeText(shop.status),
    }));
  const failed = results.filter((each) => each.status === 'rejected');
  const [first] = failed;
  if (first && shops.length === 0) throw first.reason;
  for (const { reason } of failed) onSkipped(reason);
  return shops;
}
