/** Reports that are prepared while nobody waits: started, asked after, read. */
import { randomBytes } from 'node:crypto';
import { formatDay } from '../../local-time.ts';
import type { AdAccount } from '../ads/accounts.ts';
import type { GraphErrorFields } from '../errors.ts';
import { invalidParameter } from '../errors.ts';

/** Kept this long, seconds of the sandbox's clock. */
const RETENTION_SECONDS = 30 * 86_400;

export interface ReportRun {
  readonly id: string;
  readonly accountId: string;
  /** The parameters that it was started with, as a query. */
  readonly parameters: string;
  readonly node: 'account' | 'campaign' | 'adset' | 'ad';
  /** Sandbox time: the figures are those of this instant. */
  readonly startedAt: number;
  /** The machine's time, milliseconds. */
  readonly begunMs: number;
  readonly readyMs: number;
  readonly firstDay: number;
  readonly lastDay: number;
  /** Why it ends without a result. */
  readonly failure: Pick<GraphErrorFields, 'code' | 'message' | 'subcode'> | null;
}

export class ReportRuns {
  #runs: readonly ReportRun[] = [];

  state(): readonly ReportRun[] {
    return this.#runs;
  }

  restore(runs: readonly ReportRun[]): void {
    this.#runs = runs;
  }

  start(run: Omit<ReportRun, 'id'>): ReportRun {
    const id = `60${BigInt(`0x${randomBytes(6).toString('hex')}`)
      .toString()
      .padStart(15, '0')}`;
    const started = { ...run, id };
    const live = this.#runs.filter(
      ({ startedAt }) => Math.abs(run.startedAt - startedAt) < RETENTION_SECONDS,
    );
    this.#runs = [...live, started];
    return started;
  }

  find(id: string): ReportRun | undefined {
    return this.#runs.find((run) => run.id === id);
  }
}

/** How far a run is by the machine's clock. It is at 100 percent before it is done. */
function progressOf(run: ReportRun): { status: string; percent: number } {
  const now = Date.now();
  if (now >= run.readyMs) {
    return run.failure === null
      ? { status: 'Job Completed', percent: 100 }
      : { status: 'Job Failed', percent: 0 };
  }
  const share = (now - run.begunMs) / Math.max(1, run.readyMs - run.begunMs);
  if (share < 0.15) return { status: 'Job Not Started', percent: 0 };
  if (share < 0.3) return { status: 'Job Started', percent: 0 };
  return { status: 'Job Running', percent: Math.min(100, Math.floor(share * 130)) };
}

export function reportFields(
  run: ReportRun,
  account: AdAccount,
): Readonly<Record<string, unknown>> {
  const { status, percent } = progressOf(run);
  const isRunning = status !== 'Job Completed' && status !== 'Job Failed';
  const failed = status === 'Job Failed' ? run.failure : null;
  return {
    id: run.id,
    account_id: account.accountId,
    time_ref: run.startedAt,
    time_completed: isRunning ? undefined : run.startedAt,
    async_status: status,
    async_percent_completion: percent,
    is_running: isRunning,
    date_start: formatDay(run.firstDay),
    date_stop: formatDay(run.lastDay),
    error_code: failed?.code,
    error_message: failed?.message,
    error_subcode: failed?.subcode,
  };
}

/** Throws 100 for a report that has no rows to read yet. */
export function assertCompleted(run: ReportRun): void {
  if (Date.now() < run.readyMs || run.failure !== null) {
    throw invalidParameter('The report run is not completed', 1487851);
  }
}
