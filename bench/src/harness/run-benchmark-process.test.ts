import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runBenchmarkProcess } from './run-benchmark-process.ts';

const result = { name: 'speed', value: '1 s', target: '', reached: null };
const send = `process.send([${JSON.stringify(result)}]`;
const programs = {
  good: `${send}, () => process.disconnect());`,
  // Like an `error` event of a connection without a listener.
  afterwards: `${send}, () => setImmediate(() => { throw new Error('too late'); }));`,
  silent: 'process.disconnect();',
  garbage: `process.send([{ name: 'speed' }], () => process.disconnect());`,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchmark-process-'));
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, `${name}.mjs`), `console.error = () => {};\n${text}\n`);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['good', { results: [result], failure: null }],
  ['afterwards', { results: [result], failure: 'ended with code 1' }],
  ['silent', { results: [], failure: 'ended with code 0 without results' }],
  [
    'garbage',
    {
      results: [],
      failure:
        'sent results that do not fit: must have required properties value, target, reached (/0)',
    },
  ],
])('a program that is %s', async (name, measured) => {
  expect(await runBenchmarkProcess(join(folder, `${name}.mjs`), 'any')).toEqual(measured);
});
