import { PartnerError, type Platform } from '@seller-connect/partners';
import { sql, type Database } from '../../platform/database/database.ts';

/** Codes of the errors that stand for a call which was not made. */
export const shopRests = 'shop_rests';
export const partnerRests = 'partner_rests';

const minuteMs = 60_000;
/** Failed calls in a row after which a shop, or a partner, is left alone. Each was repeated some times before. */
const failuresToOpen = 5;
/** That the shops of one team fail says nothing of its partner. */
const teamsToOpen = 2;
/** The rest after the first opening and the longest one; each is twice as long as the one before. */
const rests = {
  shop: { firstMs: minuteMs, longestMs: 30 * minuteMs },
  partner: { firstMs: minuteMs / 2, longestMs: 5 * minuteMs },
} as const;
/** How long a probe is waited for before another one is made. */
const probeMs = minuteMs / 2;
/** When to come back after another call is found to be the probe. */
const afterProbeMs = 5_000;
/** How precisely it is known when a partner last answered. */
const answeredEveryMs = 5_000;

export type CircuitState = 'closed' | 'open' | 'half_open';

/** What is known of both circuits of a shop, read together with its tokens. */
export interface CircuitRow {
  shop_circuit: CircuitState | null;
  shop_failures: number | null;
  shop_probe_at: Date | null;
  partner_circuit: CircuitState | null;
  partner_failures: number | null;
  partner_probe_at: Date | null;
  partner_answered_at: Date | null;
}

/** Joined to a query of shops `s`. */
export const circuitColumns = `sc.state as shop_circuit, sc.failures as shop_failures, sc.probe_at as shop_probe_at,
  pc.state as partner_circuit, pc.failures as partner_failures, pc.probe_at as partner_probe_at,
  pc.answered_at as partner_answered_at`;
export const circuitJoins = `left join partners.shop_circuit sc on sc.tenant_id = s.tenant_id and sc.shop_id = s.shop_id
  left join partners.partner_circuit pc on pc.partner = s.platform`;

const probeShop = sql(
  'partners.probe_shop',
  `update partners.shop_circuit set state = 'half_open', probe_at = $4
    where tenant_id = $1 and shop_id = $2 and state <> 'closed' and probe_at <= $3`,
);
const probePartner = sql(
  'partners.probe_partner',
  `update partners.partner_circuit set state = 'half_open', probe_at = $3
    where partner = $1 and state <> 'closed' and probe_at <= $2`,
);
const closeShop = sql(
  'partners.close_shop_circuit',
  'delete from partners.shop_circuit where tenant_id = $1 and shop_id = $2',
);
const partnerAnswered = sql(
  'partners.partner_answered',
  `insert into partners.partner_circuit as c (partner, state, answered_at) values ($1, 'closed', $2)
   on conflict (partner) do update set
     recovered_at = case when c.state <> 'closed' then excluded.answered_at else c.recovered_at end,
     state = 'closed', failures = 0, openings = 0, failing = '{}', probe_at = null,
     answered_at = greatest(c.answered_at, excluded.answered_at)`,
);
const partnerFailed = sql(
  'partners.partner_failed',
  `insert into partners.partner_circuit as c (partner, state, failures, failing) values ($1, 'closed', 1, array[$2])
   on conflict (partner) do update set
     failures = c.failures + 1,
     failing = case when $2 = any(c.failing) or cardinality(c.failing) >= 5 then c.failing
       else c.failing || excluded.failing end
   returning state, failures, openings, cardinality(failing) as teams, answered_at, recovered_at`,
);
const openPartner = sql(
  'partners.open_partner_circuit',
  `update partners.partner_circuit set state = 'open', openings = openings + 1, probe_at = $2
    where partner = $1 and state <> 'open'`,
);
// A row of failures that began before the partner as a whole was away says nothing of the shop.
const shopFailed = sql(
  'partners.shop_failed',
  `insert into partners.shop_circuit as c (tenant_id, shop_id, state, failures, failing_since)
   values ($1, $2, 'closed', 1, $3)
   on conflict (tenant_id, shop_id) do update set
     failures = case when c.failing_since < $4::timestamptz then 1 else c.failures + 1 end,
     failing_since = case when c.failing_since < $4::timestamptz then excluded.failing_since
       else c.failing_since end
   returning state, failures, failing_since, openings`,
);
const openShop = sql(
  'partners.open_shop_circuit',
  `update partners.shop_circuit set state = 'open', openings = openings + 1, probe_at = $3
    where tenant_id = $1 and shop_id = $2 and state <> 'open'`,
);

interface PartnerFailed {
  state: CircuitState;
  failures: number;
  openings: number;
  teams: number;
  answered_at: Date | null;
  recovered_at: Date | null;
}
interface ShopFailed {
  state: CircuitState;
  failures: number;
  failing_since: Date;
  openings: number;
}

/** Whose call it is. */
export interface CircuitPlace {
  tenantId: string;
  shopId: string;
  platform: Platform;
}

export interface CircuitDeps {
  database: Database;
  clock: () => Date;
}

/**
 * Lets a call through or not. Once a rest is over one call goes first and finds out.
 * @throws PartnerError `unavailable` with the code `shop_rests` or `partner_rests`
 */
export async function admit(deps: CircuitDeps, at: CircuitPlace, row: CircuitRow): Promise<void> {
  const now = deps.clock();
  const until = new Date(now.getTime() + probeMs);
  if ((row.partner_circuit ?? 'closed') !== 'closed') {
    refuseUntil(at, partnerRests, row.partner_circuit, row.partner_probe_at, now);
    const probes = await deps.database.execute(probePartner, [at.platform, now, until]);
    if (probes === 0) throw resting(at, partnerRests, afterProbeMs);
  }
  if ((row.shop_circuit ?? 'closed') !== 'closed') {
    refuseUntil(at, shopRests, row.shop_circuit, row.shop_probe_at, now);
    const probes = await deps.database.tenant(at.tenantId, (tx) =>
      tx.execute(probeShop, [at.tenantId, at.shopId, now, until]),
    );
    if (probes === 0) throw resting(at, shopRests, afterProbeMs);
  }
}

function refuseUntil(
  at: CircuitPlace,
  code: typeof shopRests | typeof partnerRests,
  state: CircuitState | null,
  probeAt: Date | null,
  now: Date,
): void {
  const leftMs = (probeAt?.getTime() ?? 0) - now.getTime();
  if (leftMs > 0) throw resting(at, code, state === 'half_open' ? afterProbeMs : leftMs);
}

function resting(
  at: CircuitPlace,
  code: typeof shopRests | typeof partnerRests,
  retryAfterMs: number,
): PartnerError {
  return new PartnerError({ kind: 'unavailable', code, endpoint: at.platform, retryAfterMs });
}

/** Notes an answer; writes only when that is news. */
export async function answered(
  deps: CircuitDeps,
  at: CircuitPlace,
  row: CircuitRow,
): Promise<void> {
  const now = deps.clock();
  const known = row.partner_answered_at?.getTime() ?? 0;
  const isNews = (row.partner_failures ?? 0) > 0 || row.partner_circuit !== 'closed';
  if (isNews || now.getTime() - known > answeredEveryMs) {
    await deps.database.execute(partnerAnswered, [at.platform, now]);
  }
  if (row.shop_circuit !== null) {
    await deps.database.tenant(at.tenantId, (tx) =>
      tx.execute(closeShop, [at.tenantId, at.shopId]),
    );
  }
}

/**
 * Notes a failed call, and opens the circuit of the shop or of its partner when it is one too many.
 * @returns the error to go on with: the given one, or that there is a rest now
 */
export async function failed(
  deps: CircuitDeps,
  at: CircuitPlace,
  error: PartnerError,
): Promise<PartnerError> {
  if (!counts(error)) return error;
  const now = deps.clock();
  const isAway = error.kind === 'unavailable' && !error.isOfContent;
  const [partner] = isAway
    ? await deps.database.query<PartnerFailed>(partnerFailed, [at.platform, at.tenantId])
    : [];
  if (partner && isPartnersFault(partner)) {
    const restMs = restOf('partner', partner.openings);
    const opened = new Date(now.getTime() + restMs);
    await deps.database.execute(openPartner, [at.platform, opened]);
    return resting(at, partnerRests, restMs);
  }
  return deps.database.tenant(at.tenantId, async (tx) => {
    const key = [at.tenantId, at.shopId];
    const [shop] = await tx.query<ShopFailed>(shopFailed, [
      ...key,
      now,
      partner?.recovered_at ?? null,
    ]);
    if (!shop || !isShopsFault(shop, partner ?? null)) return error;
    const restMs = restOf('shop', shop.openings);
    await tx.execute(openShop, [...key, new Date(now.getTime() + restMs)]);
    return resting(at, shopRests, restMs);
  });
}

/**
 * Not what has a remedy of its own: waiting for the quota, renewing a token, asking the seller, or the operator. A right
 * that the application lacks stops the streams that need it, and not the shop.
 */
function counts({ kind, code }: PartnerError): boolean {
  if (code === shopRests || code === partnerRests || code === 'not_configured') return false;
  return kind === 'unavailable' || kind === 'protocol' || kind === 'invalid_request';
}

/** The shops of several teams fail, and none is answered: the partner is away, which is nobody's fault here. */
export function isPartnersFault(
  partner: Pick<PartnerFailed, 'state' | 'failures' | 'teams'>,
): boolean {
  if (partner.state === 'half_open') return true;
  return partner.failures >= failuresToOpen && partner.teams >= teamsToOpen;
}

/**
 * A shop fails again and again that its partner understands, or while its partner answers others. Where nobody else was
 * answered since, it cannot be told from the partner being away, and the readings' own growing waits have to do.
 */
export function isShopsFault(
  shop: Pick<ShopFailed, 'state' | 'failures' | 'failing_since'>,
  partner: Pick<PartnerFailed, 'answered_at'> | null,
): boolean {
  if (shop.state === 'half_open') return true;
  if (shop.failures < failuresToOpen) return false;
  return partner === null || (partner.answered_at ?? shop.failing_since) > shop.failing_since;
}

/** Milliseconds of rest when it was opened so often in a row before. */
export function restOf(whose: keyof typeof rests, openings: number): number {
  const { firstMs, longestMs } = rests[whose];
  return Math.min(longestMs, firstMs * 2 ** Math.min(openings, 20));
}
