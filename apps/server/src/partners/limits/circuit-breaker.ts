import { PartnerError, type Platform } from '@seller-connect/partners';
import { backoffMs } from '../../platform/poll.ts';
import { sql, type Database } from '../../platform/database/database.ts';

/** Error codes of calls that an open circuit blocked. */
export const shopCircuitOpen = 'shop_rests';
export const partnerCircuitOpen = 'partner_rests';

const minuteMs = 60_000;
/** Consecutive failed calls that open the circuit of a shop or a partner. Each call was retried before it failed. */
const failureThreshold = 5;
/**
 * The partner's circuit opens only if shops of several teams fail. Failures of one team say nothing about the partner.
 */
const minFailingTenants = 2;
/** Cooldown after the first opening, and the maximum. It doubles with each consecutive opening. */
const cooldowns = {
  shop: { firstMs: minuteMs, maxMs: 30 * minuteMs },
  partner: { firstMs: minuteMs / 2, maxMs: 5 * minuteMs },
} as const;
/** How long a probe may take before another one is made. */
const probeTimeoutMs = minuteMs / 2;
/** Retry delay of calls that are blocked because a probe is running. */
const probeRetryAfterMs = 5_000;
/** Minimum interval between writes of the time of a partner's last answer. */
const answerRecordIntervalMs = 5_000;

type CircuitState = 'closed' | 'open' | 'half_open';

/** State of the circuits of a shop and of its partner, read together with the shop's tokens. */
export interface CircuitRow {
  shopCircuit: CircuitState | null;
  shopProbeAt: Date | null;
  partnerCircuit: CircuitState | null;
  partnerFailures: number | null;
  partnerProbeAt: Date | null;
  partnerAnsweredAt: Date | null;
}

/** SQL for queries of shops `s`. */
export const circuitColumns = `sc.state as shop_circuit, sc.probe_at as shop_probe_at,
  pc.state as partner_circuit, pc.failures as partner_failures, pc.probe_at as partner_probe_at,
  pc.answered_at as partner_answered_at`;
export const circuitJoins = `left join partners.shop_circuit sc on sc.tenant_id = s.tenant_id and sc.shop_id = s.shop_id
  left join partners.partner_circuit pc on pc.partner = s.platform`;

const startShopProbe = sql(
  'partners.probe_shop',
  `update partners.shop_circuit set state = 'half_open', probe_at = $4
    where tenant_id = $1 and shop_id = $2 and state <> 'closed' and (probe_at <= $3 or probe_at > $5)`,
);
const startPartnerProbe = sql(
  'partners.probe_partner',
  `update partners.partner_circuit set state = 'half_open', probe_at = $3
    where partner = $1 and state <> 'closed' and (probe_at <= $2 or probe_at > $4)`,
);
/** Closes the circuit of a shop. */
export const deleteShopCircuit = sql(
  'partners.delete_shop_circuit',
  'delete from partners.shop_circuit where tenant_id = $1 and shop_id = $2',
);
const recordPartnerAnswer = sql(
  'partners.record_partner_answer',
  `insert into partners.partner_circuit as c (partner, state, answered_at) values ($1, 'closed', $2)
   on conflict (partner) do update set
     recovered_at = case when c.state <> 'closed' then excluded.answered_at else c.recovered_at end,
     state = 'closed', failures = 0, openings = 0, failing = '{}', probe_at = null,
     answered_at = greatest(c.answered_at, excluded.answered_at)`,
);
const recordPartnerFailure = sql(
  'partners.record_partner_failure',
  `insert into partners.partner_circuit as c (partner, state, failures, failing) values ($1, 'closed', 1, array[$2])
   on conflict (partner) do update set
     failures = c.failures + 1,
     failing = case when $2 = any(c.failing) or cardinality(c.failing) >= 5 then c.failing
       else c.failing || excluded.failing end
   returning state, failures, openings, cardinality(failing) as teams, answered_at, recovered_at`,
);
const openPartnerCircuit = sql(
  'partners.open_partner_circuit',
  `update partners.partner_circuit set state = 'open', openings = openings + 1, probe_at = $2
    where partner = $1 and state <> 'open'`,
);
// Failures from before the partner's last recovery say nothing about the shop, so counting starts anew.
const recordShopFailure = sql(
  'partners.record_shop_failure',
  `insert into partners.shop_circuit as c (tenant_id, shop_id, state, failures, failing_since)
   values ($1, $2, 'closed', 1, $3)
   on conflict (tenant_id, shop_id) do update set
     failures = case when c.failing_since < $4::timestamptz then 1 else c.failures + 1 end,
     failing_since = case when c.failing_since < $4::timestamptz then excluded.failing_since
       else c.failing_since end
   returning state, failures, failing_since, openings`,
);
const openShopCircuit = sql(
  'partners.open_shop_circuit',
  `update partners.shop_circuit set state = 'open', openings = openings + 1, probe_at = $3
    where tenant_id = $1 and shop_id = $2 and state <> 'open'`,
);

interface PartnerFailures {
  state: CircuitState;
  failures: number;
  openings: number;
  teams: number;
  answeredAt: Date | null;
  recoveredAt: Date | null;
}
interface ShopFailures {
  state: CircuitState;
  failures: number;
  failingSince: Date;
  openings: number;
}

interface CircuitKey {
  tenantId: string;
  shopId: string;
  platform: Platform;
}

interface CircuitDependencies {
  database: Database;
  clock: () => Date;
}

/**
 * Blocks a call while the circuit of its shop or of its partner is open. Both circuits have the same states:
 *
 * | from | to | when |
 * | --- | --- | --- |
 * | closed | open | `shouldOpenShopCircuit` or `shouldOpenPartnerCircuit` |
 * | open | half_open | the cooldown is over, or ends later than any cooldown; the next call is the probe |
 * | half_open | open | the probe fails; the cooldown doubles |
 * | half_open | half_open | the probe has no result after 30 s; another call probes |
 * | open, half_open | closed | a call succeeds |
 *
 * A call that replaces its token passes again, and its own probe does not block it.
 *
 * @param ownProbe what an earlier pass of the same call returned
 * @returns when the probe of this call expires, which identifies it; null for a call that is none
 * @throws PartnerError `unavailable` with the code `shop_rests` or `partner_rests`
 */
export async function assertCircuitClosed(
  dependencies: CircuitDependencies,
  key: CircuitKey,
  row: CircuitRow,
  ownProbe: Date | null = null,
): Promise<Date | null> {
  const now = dependencies.clock();
  const admits = (state: CircuitState | null, probeAt: Date | null) =>
    (state ?? 'closed') === 'closed' || isOwnProbe(state, probeAt, ownProbe, now);
  const doesPartnerAdmit = admits(row.partnerCircuit, row.partnerProbeAt);
  const doesShopAdmit = admits(row.shopCircuit, row.shopProbeAt);
  if (doesPartnerAdmit && doesShopAdmit) return ownProbe;
  const probeExpiresAt = new Date(now.getTime() + probeTimeoutMs);
  if (!doesPartnerAdmit)
    assertCooldownOver(key, partnerCircuitOpen, row.partnerCircuit, row.partnerProbeAt, now);
  if (!doesShopAdmit)
    assertCooldownOver(key, shopCircuitOpen, row.shopCircuit, row.shopProbeAt, now);
  // One transaction: a probe whose call the other circuit blocks is rolled back, and blocks nobody.
  await dependencies.database.tenant(key.tenantId, async (tx) => {
    if (!doesShopAdmit) {
      const probe = [key.tenantId, key.shopId, now, probeExpiresAt, latestProbeAt('shop', now)];
      if ((await tx.execute(startShopProbe, probe)) === 0)
        throw circuitOpenError(key, shopCircuitOpen, probeRetryAfterMs);
    }
    if (!doesPartnerAdmit) {
      const probe = [key.platform, now, probeExpiresAt, latestProbeAt('partner', now)];
      if ((await tx.execute(startPartnerProbe, probe)) === 0)
        throw circuitOpenError(key, partnerCircuitOpen, probeRetryAfterMs);
    }
  });
  return probeExpiresAt;
}

function isOwnProbe(
  state: CircuitState | null,
  probeAt: Date | null,
  ownProbe: Date | null,
  now: Date,
): boolean {
  if (state !== 'half_open' || ownProbe === null || ownProbe <= now) return false;
  return probeAt?.getTime() === ownProbe.getTime();
}

function assertCooldownOver(
  key: CircuitKey,
  code: typeof shopCircuitOpen | typeof partnerCircuitOpen,
  state: CircuitState | null,
  probeAt: Date | null,
  now: Date,
): void {
  const scope = code === shopCircuitOpen ? 'shop' : 'partner';
  if (probeAt === null || probeAt <= now || probeAt > latestProbeAt(scope, now)) return;
  const remainingMs = probeAt.getTime() - now.getTime();
  throw circuitOpenError(key, code, state === 'half_open' ? probeRetryAfterMs : remainingMs);
}

/** Returns the end of the longest cooldown. A process whose clock was ahead stored any later end, which is ignored. */
function latestProbeAt(scope: keyof typeof cooldowns, now: Date): Date {
  return new Date(now.getTime() + cooldowns[scope].maxMs);
}

function circuitOpenError(
  key: CircuitKey,
  code: typeof shopCircuitOpen | typeof partnerCircuitOpen,
  retryAfterMs: number,
): PartnerError {
  return new PartnerError({ kind: 'unavailable', code, endpoint: key.platform, retryAfterMs });
}

/** Records a successful call and closes the circuits. Writes only if something changed. */
export async function recordSuccess(
  dependencies: CircuitDependencies,
  key: CircuitKey,
  row: CircuitRow,
): Promise<void> {
  const now = dependencies.clock();
  const lastRecordedAtMs = row.partnerAnsweredAt?.getTime() ?? 0;
  const hasChanged = (row.partnerFailures ?? 0) > 0 || row.partnerCircuit !== 'closed';
  if (hasChanged || now.getTime() - lastRecordedAtMs > answerRecordIntervalMs) {
    await dependencies.database.execute(recordPartnerAnswer, [key.platform, now]);
  }
  if (row.shopCircuit !== null) {
    await dependencies.database.tenant(key.tenantId, (tx) =>
      tx.execute(deleteShopCircuit, [key.tenantId, key.shopId]),
    );
  }
}

/**
 * Records a failed call, and opens the circuit of the partner or of the shop if the threshold is reached.
 * @returns the given error, or the error of the circuit that was opened
 */
export async function recordFailure(
  dependencies: CircuitDependencies,
  circuitKey: CircuitKey,
  error: PartnerError,
): Promise<PartnerError> {
  if (!countsAsFailure(error)) return error;
  const now = dependencies.clock();
  const isOutage = error.kind === 'unavailable' && !error.isContentError;
  const [partner] = isOutage
    ? await dependencies.database.query<PartnerFailures>(recordPartnerFailure, [
        circuitKey.platform,
        circuitKey.tenantId,
      ])
    : [];
  if (partner && shouldOpenPartnerCircuit(partner)) {
    const cooldownMs = cooldownAfter('partner', partner.openings);
    const probeAt = new Date(now.getTime() + cooldownMs);
    await dependencies.database.execute(openPartnerCircuit, [circuitKey.platform, probeAt]);
    return circuitOpenError(circuitKey, partnerCircuitOpen, cooldownMs);
  }
  return dependencies.database.tenant(circuitKey.tenantId, async (tx) => {
    const key = [circuitKey.tenantId, circuitKey.shopId];
    const [shop] = await tx.query<ShopFailures>(recordShopFailure, [
      ...key,
      now,
      partner?.recoveredAt ?? null,
    ]);
    if (!shop || !shouldOpenShopCircuit(shop, partner ?? null)) return error;
    const cooldownMs = cooldownAfter('shop', shop.openings);
    await tx.execute(openShopCircuit, [...key, new Date(now.getTime() + cooldownMs)]);
    return circuitOpenError(circuitKey, shopCircuitOpen, cooldownMs);
  });
}

/**
 * Excludes failures with another remedy: waiting for the rate limit, refreshing a token, a new consent, or the
 * operator. A permission that the application lacks stops the streams that need it, not the shop.
 */
function countsAsFailure({ kind, code }: PartnerError): boolean {
  if (code === shopCircuitOpen || code === partnerCircuitOpen || code === 'not_configured')
    return false;
  return kind === 'unavailable' || kind === 'protocol' || kind === 'invalid_request';
}

/** Returns true if shops of several teams fail and no call has succeeded since: the partner is down. */
function shouldOpenPartnerCircuit(
  partner: Pick<PartnerFailures, 'state' | 'failures' | 'teams'>,
): boolean {
  if (partner.state === 'half_open') return true;
  return partner.failures >= failureThreshold && partner.teams >= minFailingTenants;
}

/**
 * Returns true if a shop keeps failing although its partner responds to it or to other shops. If no other shop got a
 * response since, an outage of the partner is just as likely; then only the backoff of the sync limits the calls.
 */
function shouldOpenShopCircuit(
  shop: Pick<ShopFailures, 'state' | 'failures' | 'failingSince'>,
  partner: Pick<PartnerFailures, 'answeredAt'> | null,
): boolean {
  if (shop.state === 'half_open') return true;
  if (shop.failures < failureThreshold) return false;
  return partner === null || (partner.answeredAt ?? shop.failingSince) > shop.failingSince;
}

/** Returns the cooldown in milliseconds after `openCount` consecutive openings. */
export function cooldownAfter(scope: keyof typeof cooldowns, openCount: number): number {
  return backoffMs(openCount, cooldowns[scope]);
}
