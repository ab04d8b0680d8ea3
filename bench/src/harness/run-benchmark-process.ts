import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { BenchmarkResult } from './benchmark.ts';

const BenchmarkResults = Type.Array(BenchmarkResult);

export interface BenchmarkOutcome {
  results: BenchmarkResult[];
  /** Null if the program sent its results and exited with success. */
  failure: string | null;
}

/** Runs a benchmark in a process of its own, so that a crash or garbage cannot affect the next one. */
export async function runBenchmarkProcess(
  program: string,
  name: string,
): Promise<BenchmarkOutcome> {
  const child = fork(program, [name], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let message: unknown;
  child.on('message', (received) => (message = received));
  const end = () => child.kill('SIGTERM');
  process.once('SIGTERM', end).once('SIGINT', end);
  const [code, signal] = await once(child, 'exit');
  process.off('SIGTERM', end).off('SIGINT', end);
  const ended = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
  const results = Value.Check(BenchmarkResults, message) ? message : [];
  if (code !== 0) return { results, failure: ended };
  if (message === undefined) return { results, failure: `${ended} without results` };
  const [error] = Value.Errors(BenchmarkResults, message);
  if (!error) return { results, failure: null };
  return {
    results,
    failure: `sent results that do not fit: ${error.message} (${error.instancePath})`,
  };
}
