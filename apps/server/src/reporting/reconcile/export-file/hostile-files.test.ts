import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseExportFile } from './parse-file.ts';
import { parseInWorker } from './parse-in-worker.ts';
import { sheet, workbook, zip } from '../testing/workbook-parts.ts';
import { watchTicks } from '../testing/event-loop-ticks.ts';

const zone = 'Asia/Ho_Chi_Minh';
const heads = ['orderNumber', 'createTime', 'unitPrice', 'sellerDiscountTotal', 'status'];
const good = ['400123456789012', '11 Nov 2026 00:15', '1', '0', 'delivered'];
const csv = (rows: readonly (readonly string[])[]) =>
  Buffer.from([heads, ...rows].map((row) => row.join(',')).join('\r\n'));
const times = (count: number, row: readonly string[] = good) =>
  Array.from({ length: count }, () => row);
const codeOf = (parsing: Promise<unknown>): Promise<unknown> =>
  parsing.then(
    () => 'read',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

/** Files that a seller center never writes, with the expected outcome. */
const attacks: readonly [string, () => Buffer, string][] = [
  ['one order number 200,000 times', () => csv(times(200_000)), 'read'],
  ['one row too many', () => csv(times(200_001)), 'file_too_many_rows'],
  [
    'a date of 32,000 letters in each row',
    () => csv([good, ...times(200, good.with(1, 'T'.repeat(32_000)))]),
    'read',
  ],
  [
    'a date of 3,000 letters in 4,000 rows',
    () => csv([good, ...times(4000, good.with(1, 'T'.repeat(3000)))]),
    'read',
  ],
  [
    'a cell of 200,000 characters',
    () => csv([good, good.with(1, 'T'.repeat(199_000))]),
    'file_cell_too_long',
  ],
  [
    'a row without an end',
    () => csv([good, good.with(1, 'T'.repeat(300_000))]),
    'file_row_too_long',
  ],
  [
    'a quote without an end',
    () => csv([good, good.with(1, `"${'\r\n'.repeat(150_000)}`)]),
    'file_row_too_long',
  ],
  ['millions of empty cells', () => csv([good, Array(300_000).fill('')]), 'file_row_too_long'],
  [
    'a zip bomb',
    () => zip({ 'xl/worksheets/sheet1.xml': `<x>${' '.repeat(5_000_000)}</x>` }, 300_000_000),
    'file_too_much_content',
  ],
  [
    'a text that is long when unpacked',
    () => zip({ 'xl/worksheets/sheet1.xml': `<x>${' '.repeat(5_000_000)}</x>` }),
    'file_cell_too_long',
  ],
  [
    'a zip bomb that claims little',
    () => zip({ 'xl/worksheets/sheet1.xml': `<x>${'<y/>'.repeat(100_000)}</x>` }, 100),
    'file_broken',
  ],
  [
    'elements without an end',
    () => zip({ 'xl/worksheets/sheet1.xml': '<x>'.repeat(1000) }),
    'file_broken',
  ],
  [
    'shared texts without number',
    () =>
      zip({
        'xl/worksheets/sheet1.xml': sheet([heads, good]),
        'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(1_100_000)}</sst>`,
      }),
    'file_too_much_content',
  ],
  [
    'one long shared text in each cell',
    () => {
      const cells = '<c t="s"><v>0</v></c>'.repeat(400);
      return zip({
        'xl/worksheets/sheet1.xml': `<x>${`<row>${cells}</row>`.repeat(500)}</x>`,
        'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(32_000)}</t></si></sst>`,
      });
    },
    'file_row_too_long',
  ],
  [
    'one sheet named thousands of times',
    () =>
      zip({
        'xl/workbook.xml': `<workbook>${'<sheet r:id="a"/>'.repeat(20_000)}</workbook>`,
        'xl/_rels/workbook.xml.rels':
          '<x><Relationship Id="a" Target="worksheets/sheet1.xml"/></x>',
        'xl/worksheets/sheet1.xml': sheet([['nothing']]),
      }),
    'file_unknown',
  ],
];

/** A workbook as large as real ones. */
const largeWorkbook = () => workbook({ Orders: [heads, ...times(15_000)] });

/** Returns the outcome of `work` with the delays of the event loop meanwhile, and its CPU time per iteration. */
async function watch<Outcome>(work: () => Promise<Outcome>) {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  const endTicks = watchTicks();
  delays.enable();
  const startedAt = performance.now();
  const outcome = await work();
  delays.disable();
  const ms = performance.now() - startedAt;
  return { outcome, ms, ticks: endTicks(), p99Ms: delays.percentile(99) / 1e6 };
}

/** Returns the 99th percentile of the delays while a thread computes that has nothing to do with this one. */
async function measureLoad(ms: number): Promise<number> {
  const busy = `const end = performance.now() + ${ms}; while (performance.now() < end);`;
  const { p99Ms } = await watch(() => once(new Worker(busy, { eval: true }), 'exit'));
  return p99Ms;
}

it('parses or refuses hostile files in a thread without blocking other requests', async () => {
  const all = [...attacks, ['a large workbook', largeWorkbook, 'read'] as const];
  const files = all.map(([name, make]) => ({ name, file: make() }));
  const { outcome, ms, ticks, p99Ms } = await watch(async () => {
    const found: [string, unknown][] = [];
    for (const { name, file } of files) found.push([name, await codeOf(parseInWorker(file, zone))]);
    return found;
  });
  expect(outcome).toEqual(all.map(([name, , code]) => [name, code]));
  // On the event loop, the largest would be one iteration of a second.
  expect(Math.max(...ticks)).toBeLessThan(100);
  // A loaded machine delays any process, whatever its threads do.
  const measuredMs = Math.min(ms, 10_000);
  if (p99Ms >= 100) expect(p99Ms).toBeLessThan(3 * (await measureLoad(measuredMs)));
}, 600_000);

it.each(attacks.filter(([, , code]) => code === 'file_too_much_content'))(
  'limits the content of %s before memory runs out',
  async (_name, make, code) => {
    expect(await codeOf(parseExportFile(make(), zone))).toBe(code);
  },
);

it('returns the same rows in parts from a thread as without one', async () => {
  const rows = Array.from({ length: 1700 }, (_, at) => good.with(0, String(4_000_000 + at)));
  const file = csv([...rows, good.with(1, 'yesterday 1')]);
  const reportedCounts: number[] = [];
  const read = await parseInWorker(file, zone, { onRows: (count) => reportedCounts.push(count) });
  expect(read).toEqual(await parseExportFile(file, zone));
  expect(read.orders).toHaveLength(1700);
  expect(reportedCounts).toEqual([500, 1000, 1500]);
});

/** Files of a few hundred bytes to some kilobytes, built from tokens that the parsers handle. */
const piece = fc.oneof(
  fc.constantFrom(...heads, ...good, '"', ',', ';', '\t', '\r\n', '\n', '\0', '=', "'", '1E9', '₫'),
  fc.string({ maxLength: 8 }),
  fc.constantFrom('T', '1', '.', '"', '<si/>', ' ').map((each) => each.repeat(3000)),
);
const madeText = fc.array(piece, { maxLength: 60 }).map((parts) => Buffer.from(parts.join('')));
const madeCsv = fc
  .array(fc.array(piece, { maxLength: 7 }), { maxLength: 12 })
  .map((rows) => csv([good, ...rows]));
const cell = fc.oneof(
  fc.string({ maxLength: 10 }).map((text) => text.replaceAll(/[<&\0]/g, '')),
  fc.constantFrom(...good, '9'.repeat(400), '1E99', '46337.84375'),
);
const madeWorkbook = fc
  .array(
    fc.array(
      fc.oneof(
        cell,
        cell.map((number) => ({ number })),
      ),
      { maxLength: 7 },
    ),
    {
      maxLength: 8,
    },
  )
  .map((rows) => workbook({ Orders: [heads, good, ...rows] }));
/** A workbook with some bytes overwritten. */
const damaged = fc
  .tuple(madeWorkbook, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }))
  .map(([file, changes]) => {
    for (const [at, byte] of changes) file[at % file.length] = byte;
    return file;
  });

it('parses or refuses any file with a known error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(madeText, madeCsv, madeWorkbook, damaged), async (file) => {
      expect(await codeOf(parseExportFile(file, zone))).toMatch(/^read$|^file_/);
    }),
    { numRuns: 200 },
  );
});

it('ends a thread that takes too long, uses too much memory, or has lost its caller', async () => {
  const large = csv(times(50_000));
  const limits = { seconds: 60, megabytes: 512 };
  const slow = parseInWorker(large, zone, { limits: { ...limits, seconds: 0.001 } });
  expect(await codeOf(slow)).toBe('file_too_slow');
  const greedy = parseInWorker(large, zone, { limits: { ...limits, megabytes: 24 } });
  expect(await codeOf(greedy)).toBe('file_too_much_content');

  const leaving = new AbortController();
  const left = parseInWorker(large, zone, {
    signal: leaving.signal,
    onRows: () => leaving.abort(new Error('gone')),
  });
  await expect(left).rejects.toThrow('gone');
});

it('parses two files at a time, and a waiting caller can abort', async () => {
  const leaving = new AbortController();
  const file = csv(times(2000));
  const pending = [file, file].map((each) => parseInWorker(each, zone));
  const third = parseInWorker(file, zone, { signal: leaving.signal });
  const fourth = parseInWorker(file, zone);
  leaving.abort(new Error('gone'));
  await expect(third).rejects.toThrow('gone');
  const all = await Promise.all([...pending, fourth]);
  expect(all.map(({ rows }) => rows)).toEqual([2000, 2000, 2000]);
});

it('writes no compile cache when none is configured', async () => {
  vi.stubEnv('NODE_COMPILE_CACHE', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  await parseInWorker(csv([good]), zone);
  expect(existsSync('undefined')).toBe(false);
});
