import { sql, type Database } from './database.ts';
import type { Log } from '../log.ts';
import { startPolling, type Polling } from '../poll.ts';

const pollIntervalMs = 2_000;

const analyzeGrown = sql(
  'platform.analyze_grown_tables',
  'select grown from platform.count_grown_tables() as grown',
);

/**
 * Analyzes tables that have grown to several times their size, so that the planner does not use the statistics of the
 * empty tables of a first start.
 * @returns the names of those tables
 */
export async function analyzeGrownTables(database: Database): Promise<string[]> {
  const rows = await database.query<{ grown: string }>(analyzeGrown);
  return rows.map(({ grown }) => grown);
}

/** Analyzes grown tables every two seconds until stopped. */
export function startAnalyzing(options: { database: Database; log: Pick<Log, 'warn'> }): Polling {
  return startPolling(() => analyzeGrownTables(options.database), {
    intervalMs: pollIntervalMs,
    onError: (error) =>
      options.log.warn(
        { event: 'database.analyze_failed', err: error },
        'Statistics of tables could not be refreshed',
      ),
  });
}
