import { sql } from '../platform/database/database.ts';

/**
 * First of all in a transaction that applies deliveries. Plans of its statements are made once and kept for the
 * connection's life, or until the tables are counted anew (see `platform/statistics.ts`): keys decide here, whatever is
 * asked for. Without being told so, the server plans those that take a list of days anew for every page, which took a
 * tenth of its time. Made while tables were empty or not yet analysed, plans scanned a whole shop for one page (measured:
 * 700 ms instead of 9): so they prefer indexes.
 */
export const preferIndexScans = sql(
  'reporting.prefer_indexes',
  `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
          set_config('enable_mergejoin', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
);
