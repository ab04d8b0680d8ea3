import type { Browser } from 'playwright-core';
import { Type, type Static } from 'typebox';
import { Nullable } from '@seller-connect/contract';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import type { Product } from '../../../e2e/src/product.ts';
import type { BigTenant, TenantSize } from '../reporting/big-tenant.ts';
import type { startReportingServer } from '../reporting/reporting-client.ts';
import type { BenchmarkDatabase, WithDatabase } from './database.ts';

/** One measured value and the target that the architecture sets for it. */
export const BenchmarkResult = Type.Object({
  /** What was measured, in prose. */
  name: Type.String(),
  /** The value with its unit; the median if there were several rounds. */
  value: Type.String(),
  target: Type.String(),
  /** Null without a target, when the value is only for comparison with another. */
  reached: Nullable(Type.Boolean()),
});
export type BenchmarkResult = Static<typeof BenchmarkResult>;

/** Options and services of a benchmark run. */
export interface BenchmarkContext {
  /** Uses the smallest sizes possible. This proves that the benchmark works; its results are meaningless. */
  isShort: boolean;
  withDatabase: WithDatabase;
  /** Runs `work` with a database that holds a tenant of about this size. */
  withBigTenant<T>(
    size: TenantSize,
    work: (given: BenchmarkDatabase & { tenant: BigTenant }) => Promise<T>,
  ): Promise<T>;
  /** The caller stops it. */
  startReportingServer: typeof startReportingServer;
  withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T>;
  /** Starts a sandbox whose clock stands at 11 November 2026, 15:00 in Vietnam. The caller stops it. */
  startSandbox(size: 'tiny' | 'small' | 'medium'): Promise<SandboxProcess>;
  /**
   * Starts the demo. The caller stops it.
   * @param options.dataDir data folder from `withDataDir`; by default one of its own
   */
  startProduct(options?: { dataDir?: string }): Promise<Product>;
  /** Runs `work` with an empty data folder for products. */
  withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T>;
  /** Demo account that has shops. */
  accountWithShops: string;
}

/** A benchmark, run by `npm run bench -- <name>`; `<name>.bench.ts` is its file. */
export interface Benchmark {
  measure(run: BenchmarkContext): Promise<BenchmarkResult[]>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Returns the value below which the given share (0 to 1) of the values lies. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? Number.NaN;
}
