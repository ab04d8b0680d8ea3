import pg from 'pg';
import type { Log } from '../log.ts';
import { startPolling } from '../poll.ts';
import {
  isOutage,
  sql,
  type CamelRow,
  type Database,
  type Statement,
  type TenantTransaction,
} from './database.ts';

export type ReadableDatabase = Pick<Database, 'tenant' | 'tenantRead' | 'transaction'>;
export type Reads = Pick<Database, 'tenant' | 'tenantRead'>;

/** Where one request reads its figures. */
interface ReadSource {
  /** @param wrap bounds the reads of one server, see `boundedReads` */
  through(wrap: (database: ReadableDatabase) => Reads): Reads;
  /** Seconds that the figures may be behind the primary at most; undefined if they come from the primary. */
  lagSeconds(): number | undefined;
}

interface ReadNeeds {
  /** Position of the caller's last change, as `pg_lsn` text; null if there was none. */
  writtenLsn?: string | null;
  /** Rows are handed on while they are read, so that a failed read cannot be repeated on the primary. */
  isStreamed?: boolean;
}

/** Chooses between the primary and a standby. */
export interface ReadSources {
  choose(needs: ReadNeeds): ReadSource;
}

/** Reads everything from the primary. */
export function primaryReads(database: ReadableDatabase): ReadSources {
  const source = primarySource(database);
  return { choose: () => source };
}

function primarySource(database: ReadableDatabase): ReadSource {
  return { through: (wrap) => wrap(database), lagSeconds: () => undefined };
}

interface StandbyReadsOptions {
  primary: Database;
  standby: Database;
  /** A standby that is further behind is not read. */
  maxLagMs: number;
  log: Pick<Log, 'warn' | 'info'>;
  pollIntervalMs?: number;
}

const primaryPosition = sql(
  'platform.primary_position',
  'select pg_current_wal_flush_lsn()::text as position',
);
/** A server that is no standby, as after a failover, has its own position. */
const standbyPosition = sql(
  'platform.standby_position',
  `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
               else pg_current_wal_flush_lsn() end::text as position`,
);

/** `at` is the instant of the measurement. */
type StandbyState = ReplayState & { at: number };

const defaultPollIntervalMs = 1000;
/** A standby whose position was not read for this long counts as away. */
const staleAfterMs = 3000;

/**
 * Reads from a standby that is near enough, and from the primary otherwise.
 *
 * | standby | where a request reads |
 * | --- | --- |
 * | away, or its position is unknown | primary |
 * | further behind than `maxLagMs` | primary |
 * | has not replayed the caller's last change | primary |
 * | otherwise | standby; again on the primary if the standby ends or cancels the read |
 */
export function startStandbyReads(options: StandbyReadsOptions): ReadSources & { stop(): void } {
  const { primary, standby, maxLagMs, log, pollIntervalMs = defaultPollIntervalMs } = options;
  const tracker = new ReplayTracker();
  let state: StandbyState | null = null;
  let isUsed: boolean | null = null;

  async function poll(): Promise<void> {
    const at = performance.now();
    const [ahead] = await primary.query<{ position: string }>(primaryPosition);
    const [behind] = await standby.query<{ position: string }>(standbyPosition);
    if (!ahead || !behind) return;
    state = { at, ...tracker.record(at, parseLsn(ahead.position), parseLsn(behind.position)) };
    reportUse(state.lagMs <= maxLagMs);
  }

  function reportUse(use: boolean, error?: unknown): void {
    if (use === isUsed) return;
    isUsed = use;
    if (use) log.info({ event: 'database.standby_used' }, 'Reports are read from the standby');
    else
      log.warn(
        { event: 'database.standby_unused', err: error, lagMs: state?.lagMs },
        'Standby is away or too far behind; reports are read from the primary',
      );
  }

  function usable(writtenLsn: string | null): StandbyState | null {
    if (!state || performance.now() - state.at > staleAfterMs) return null;
    if (state.lagMs > maxLagMs) return null;
    return writtenLsn === null || parseLsn(writtenLsn) <= state.replayed ? state : null;
  }

  const polling = startPolling(poll, {
    intervalMs: pollIntervalMs,
    onError(error) {
      state = null;
      reportUse(false, error);
    },
  });
  return {
    choose({ writtenLsn = null, isStreamed = false }) {
      const chosen = usable(writtenLsn);
      if (!chosen) return primarySource(primary);
      let hasFallenBack = false;
      const onFallback = () => {
        hasFallenBack = true;
        state = null;
      };
      return {
        through: (wrap) => withFallback(wrap(standby), wrap(primary), isStreamed, onFallback),
        lagSeconds: () => (hasFallenBack ? undefined : lagSecondsOf(chosen)),
      };
    },
    // A round that waits for a server must not delay the shutdown.
    stop: () => void polling.stop(),
  };
}

/** Upper bound: the lag that was measured, and the time since. */
function lagSecondsOf({ at, lagMs }: StandbyState): number {
  return Math.ceil((performance.now() - at + lagMs) / 1000);
}

/** Repeats a read on the primary if the standby fails, but not one whose rows were already handed on. */
function withFallback(
  standby: Reads,
  primary: Reads,
  isStreamed: boolean,
  onFallback: () => void,
): Reads {
  async function attempt<T>(read: (database: Reads, onRows: () => void) => Promise<T>): Promise<T> {
    let hasRows = false;
    try {
      return await read(standby, () => {
        hasRows = true;
      });
    } catch (error) {
      if (!isStandbyFailure(error) || (isStreamed && hasRows)) throw error;
      onFallback();
      return read(primary, () => undefined);
    }
  }
  return {
    tenant: (tenantId, work) =>
      attempt((database, onRows) =>
        database.tenant(tenantId, (tx) => work(reportRows(tx, onRows))),
      ),
    tenantRead: (tenantId, statement, values) =>
      attempt((database) => database.tenantRead(tenantId, statement, values)),
  };
}

function reportRows(tx: TenantTransaction, onRows: () => void): TenantTransaction {
  return {
    ...tx,
    async query<Row extends CamelRow<Row>>(statement: Statement, values?: readonly unknown[]) {
      const rows = await tx.query<Row>(statement, values);
      if (rows.length > 0) onRows();
      return rows;
    },
  };
}

/** The standby has ended or cancels a statement that is in the way of its replay (`40001`, or `40P01`). */
function isStandbyFailure(error: unknown): boolean {
  const isConflict =
    error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
  return isConflict || isOutage(error);
}

/** A position in the write-ahead log. */
type Lsn = bigint;

/** Parses PostgreSQL's text form, two hexadecimal halves: `16/B374D848`. */
export function parseLsn(text: string): Lsn {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** What was replayed by a standby, and when the primary was there. */
interface ReplayState {
  replayed: Lsn;
  lagMs: number;
}

/** Samples of the primary's position that are remembered; older ones are thinned out by the newest that was replayed. */
const maxSamples = 4000;

/**
 * Measures how far a standby is behind by positions only. The clocks of the servers are not compared, and a standby that
 * receives nothing any more does not look up to date.
 */
export class ReplayTracker {
  #samples: { at: number; position: Lsn }[] = [];

  /**
   * Records the positions of both servers. The primary's must have been read first.
   * @param at instant of the primary's position, in ms
   */
  record(at: number, primary: Lsn, replayed: Lsn): ReplayState {
    this.#samples.push({ at, position: primary });
    if (this.#samples.length > maxSamples) this.#samples.splice(1, 1);
    let last = this.#samples.findLastIndex(({ position }) => position <= replayed);
    if (last > 0) {
      this.#samples.splice(0, last);
      last = 0;
    }
    if (replayed >= primary) return { replayed, lagMs: 0 };
    return { replayed, lagMs: at - (this.#samples[0]?.at ?? at) };
  }
}
