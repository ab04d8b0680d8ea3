import { PartnerError, type Platform } from '@seller-connect/partners';
import { Counter, Histogram, type Registry } from 'prom-client';
import { sql, type Database } from '../../platform/database/database.ts';
import { registerGauges, processRegistry } from '../../platform/telemetry/metrics.ts';
import { SpanKind, withSpan } from '../../platform/telemetry/tracing.ts';

const requestDurations = new Histogram({
  name: 'partner_exchange_duration_seconds',
  help: 'Time from sending a call to a partner to the head of its answer; status 0 where none came',
  labelNames: ['partner', 'status'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
  registers: [processRegistry],
});
const operations = new Counter({
  name: 'partner_requests_total',
  help: 'What was asked of partners for linked shops, by outcome: answered, or the kind of the failure',
  labelNames: ['partner', 'outcome'],
  registers: [processRegistry],
});
const throttles = new Counter({
  name: 'partner_throttles_total',
  help: 'Calls that a partner refused for its quota',
  labelNames: ['partner', 'scope'],
  registers: [processRegistry],
});
const refreshes = new Counter({
  name: 'partner_token_renewals_total',
  help: 'Renewals of tokens, by outcome: refreshed, needs_reauthorization, failed',
  labelNames: ['partner', 'outcome'],
  registers: [processRegistry],
});

/** Measures every HTTP request to the partner. Records neither the URL nor any content. */
export function instrumentedFetch(partner: Platform): typeof fetch {
  return (input, init) => {
    const end = requestDurations.startTimer({ partner });
    const about = { kind: SpanKind.CLIENT, attributes: { 'seller_connect.partner': partner } };
    return withSpan(`exchange with ${partner}`, about, async () => {
      let status = 0;
      try {
        const response = await fetch(input, init);
        ({ status } = response);
        return response;
      } finally {
        end({ status: String(status) });
      }
    });
  };
}

/** Counts the outcome of an operation. */
export async function countOperation<T>(
  partner: Platform,
  operation: () => Promise<T>,
): Promise<T> {
  try {
    const result = await operation();
    operations.inc({ partner, outcome: 'answered' });
    return result;
  } catch (error) {
    if (error instanceof PartnerError) operations.inc({ partner, outcome: error.kind });
    throw error;
  }
}

export function countThrottle(partner: Platform, scope: string): void {
  throttles.inc({ partner, scope });
}

export function countRefresh(
  partner: Platform,
  outcome: 'refreshed' | 'needs_reauthorization' | 'failed',
): void {
  refreshes.inc({ partner, outcome });
}

const countShops = sql(
  'partners.count_shops',
  'select partner, state, shops from partners.count_shops()',
);
const readCircuits = sql(
  'partners.read_circuits',
  'select partner, state from partners.partner_circuit',
);

/** Registers gauges of linked shops and of open circuits. */
export function registerPartnerMetrics(registry: Registry, database: Database): void {
  registerGauges(
    registry,
    {
      partner_shops: {
        help: 'Linked shops and ad accounts of all teams, by what is known of their consent',
        labelNames: ['partner', 'state'],
      },
      partner_circuit_open: {
        help: '1 while a partner is left alone because it does not answer',
        labelNames: ['partner'],
      },
    },
    async () => {
      const [shops, circuits] = await Promise.all([
        database.query<{ partner: string; state: string; shops: bigint }>(countShops),
        database.query<{ partner: string; state: string }>(readCircuits),
      ]);
      return {
        partner_shops: shops.map(({ partner, state, shops: count }) => ({
          labels: { partner, state },
          value: Number(count),
        })),
        partner_circuit_open: circuits.map(({ partner, state }) => ({
          labels: { partner },
          value: state === 'closed' ? 0 : 1,
        })),
      };
    },
  );
}
