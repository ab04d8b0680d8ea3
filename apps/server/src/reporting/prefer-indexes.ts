import { sql } from '../platform/database/database.ts';

/**
 * Must be the first statement of a transaction that applies pages. Index scans are forced because generic plans are
 * kept for the life of the connection, or until the tables are analyzed (see `platform/statistics.ts`). Plans made
 * while the tables were empty or not yet analyzed scanned a whole shop for one page (measured: 700 ms instead of 9).
 * Generic plans are forced because the server otherwise plans statements that take a list of days anew for every
 * page, which took a tenth of its time. Citus refuses generic plans: it chooses the node by the tenant.
 */
export const preferIndexScans = sql(
  'reporting.prefer_indexes',
  `select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
          set_config('enable_mergejoin', 'off', true),
          set_config('plan_cache_mode', case when current_setting('citus.version', true) is null
                                             then 'force_generic_plan' else 'auto' end, true)`,
);
