import type { Product } from '../../../e2e/src/product.ts';
import type { WithDatabase } from './database.ts';

/** One measured figure beside the bar that the architecture sets for it. */
export interface BenchmarkResult {
  /** What was measured, in words. */
  what: string;
  /** The figure with its unit, a median where there were several rounds. */
  figure: string;
  bar: string;
  /** Null where there is no bar: the figure stands beside another for comparison. */
  reached: boolean | null;
}

/** How a benchmark is run. */
export interface BenchmarkContext {
  /** Everything as small as possible: proves that the benchmark works, and its figures say nothing. */
  isShort: boolean;
  withDatabase: WithDatabase;
  /** Starts the demo with its shops; whoever calls it stops it. */
  startProduct(): Promise<Product>;
}

/** A benchmark: its name for `npm run bench -- <name>` and what it measures. */
export interface Benchmark {
  name: string;
  /** Takes minutes or gigabytes; runs only when it is named. */
  long?: boolean;
  measure(run: BenchmarkContext): Promise<BenchmarkResult[]>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The value below which the given share (0 to 1) of the values lies. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? Number.NaN;
}
