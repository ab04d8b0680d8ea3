import { readFileSync, writeFileSync } from 'node:fs';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { BenchmarkResult } from './benchmark.ts';

/** What `npm run bench -- --record` stored, by benchmark. `bench/results.md` is generated from it. */
export const RecordedResults = Type.Record(
  Type.String(),
  Type.Object({
    /** Abbreviated hash of the commit that was measured. */
    commit: Type.String(),
    /** Day of the run in UTC, `2026-11-30`. */
    day: Type.String(),
    /** What was not as usual, such as a smaller size or other work on the machine; added by hand. */
    note: Type.Optional(Type.String()),
    results: Type.Array(BenchmarkResult),
  }),
);
export type RecordedResults = Static<typeof RecordedResults>;

/** @throws Error if the file does not have this shape */
export function readRecordedResults(path: string): RecordedResults {
  return Value.Parse(RecordedResults, JSON.parse(readFileSync(path, 'utf8')));
}

/**
 * Returns the abbreviated hash of the commit that is measured.
 *
 * @param git runs git in the working tree and returns its output
 * @throws Error if the working tree has changes
 */
export function measuredCommit(git: (...args: string[]) => string): string {
  if (git('status', '--porcelain') !== '') {
    throw new Error('Results are recorded with their commit: commit your changes first.');
  }
  return git('rev-parse', '--short', 'HEAD').trim();
}

/** Replaces the recorded results of one benchmark in the file. */
export function recordResults(
  path: string,
  benchmark: string,
  run: Omit<RecordedResults[string], 'note'>,
): void {
  const recorded = { ...readRecordedResults(path), [benchmark]: run };
  const sorted = Object.entries(recorded).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** Renders the page of results: what was measured beside its target, then the commits. */
export function renderResults(recorded: RecordedResults): string {
  const runs = Object.entries(recorded);
  const rows = runs.flatMap(([benchmark, { results }]) =>
    results.map(({ name, value, target, reached }, index) => [
      index === 0 ? `\`${benchmark}\`` : '',
      name,
      value,
      target,
      reached === null ? '' : reached ? 'yes' : '**no**',
    ]),
  );
  return [
    '# Results of the benchmarks',
    '',
    'The last recorded run of each, on two cores. Generated from `results.json`, which `npm run bench -- --record` writes.',
    '[Profiles](profiles.md) say where the time goes.',
    '',
    table(['benchmark', 'measured', 'value', 'target', 'reached'], rows),
    '',
    '## Runs',
    '',
    table(
      ['benchmark', 'commit', 'day', 'note'],
      runs.map(([benchmark, { commit, day, note }]) => [
        `\`${benchmark}\``,
        commit,
        day,
        note ?? '',
      ]),
    ),
    '',
  ].join('\n');
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
