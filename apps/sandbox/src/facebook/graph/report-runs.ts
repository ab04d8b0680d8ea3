/**
 * Asynchronous report runs: started, polled, then read.
 *
 * | status          | when, as a share of the time to `readyMs` | percent   |
 * | --------------- | ----------------------------------------- | --------- |
 * | Job Not Started | below 0.15                                | 0         |
 * | Job Started     | below 0.3                                 | 0         |
 * | Job Running     | below 1                                   | up to 100 |
 * | Job Completed   | from 1 on, without `failure`              | 100       |
 * | Job Failed      | from 1 on, with `failure`                 | 0         |
 */
import { randomBytes } from 'node:crypto';
import { formatDay } from '../../local-time.ts';
import type { AdAccount } from '../ads/accounts.ts';
import type { GraphErrorFields } from '../errors.ts';
import { invalidParameter } from '../errors.ts';

/** In seconds of the sandbox's clock. */
const retentionSeconds = 30 * 86_400;

export interface ReportRun {
  readonly id: string;
  readonly accountId: string;
  /** The parameters of its start, as a query string. */
  readonly parameters: string;
  readonly node: 'account' | 'campaign' | 'adset' | 'ad';
  /** Sandbox time, in epoch seconds. The metrics are those known at this instant. */
  readonly startedAt: number;
  /** Machine's time, in milliseconds. */
  readonly begunMs: number;
  readonly readyMs: number;
  readonly firstDay: number;
  readonly lastDay: number;
  /** Error of a run that fails. */
  readonly failure: Pick<GraphErrorFields, 'code' | 'message' | 'subcode'> | null;
}

export class ReportRuns {
  readonly #now: () => number;
  #runs: readonly ReportRun[] = [];

  /** @param now returns the sandbox's time, in epoch seconds */
  constructor(now: () => number) {
    this.#now = now;
  }

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
    this.#runs = [...this.#runs.filter((each) => this.#isRetained(each)), started];
    return started;
  }

  find(id: string): ReportRun | undefined {
    return this.#runs.find((run) => run.id === id && this.#isRetained(run));
  }

  #isRetained({ startedAt }: ReportRun): boolean {
    return Math.abs(this.#now() - startedAt) < retentionSeconds;
  }
}

/** Returns the progress by the machine's clock. It reaches 100 percent before the run is completed. */
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

/** @throws {GraphError} 100 if the report is not completed. */
export function assertCompleted(run: ReportRun): void {
  if (Date.now() < run.readyMs || run.failure !== null) {
    throw invalidParameter('The report run is not completed', 1487851);
  }
}
