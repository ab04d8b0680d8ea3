import { expect, it } from 'vitest';
import { EmbeddedPostgresError, toEmbeddedPostgresError, isTransientFailure } from './failure.ts';
import { nextRestartDelayMs } from './supervisor.ts';

const coded = (code: string) => Object.assign(new Error('mkdir failed'), { code });

it.each([
  [coded('ENOSPC'), 'is full'],
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', 'is full'],
  [coded('EACCES'), 'permission'],
  ['FATAL:  data directory "/x" has wrong ownership', 'permission'],
  [coded('EROFS'), 'read-only'],
  ['FATAL:  database files are incompatible with server', 'another major version'],
  [
    'postgres: could not access directory "/x": No such file\nRun initdb or pg_basebackup.',
    'could not access directory',
  ],
  ['LOG:  starting\nFATAL:  out of memory\nLOG:  shut down', 'FATAL:  out of memory'],
])('explains %s', (output, sentence) => {
  const explained = toEmbeddedPostgresError(output, '/data');
  expect(explained).toBeInstanceOf(EmbeddedPostgresError);
  expect(explained.message).toContain(sentence);
  expect(explained.message).toContain('/data');
  expect(explained.message).not.toContain('\n');
});

it('distinguishes transient states from failures', () => {
  expect(
    isTransientFailure('FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use'),
  ).toBe(true);
  expect(isTransientFailure('FATAL:  the database system is starting up')).toBe(true);
  expect(isTransientFailure('FATAL:  lock file "postmaster.pid" already exists')).toBe(true);
  expect(isTransientFailure('FATAL:  lock file "postmaster.pid" is empty')).toBe(true);
  expect(isTransientFailure('No space left on device')).toBe(false);
});

it('doubles the delay before a restart from one second to two minutes', () => {
  const delays = [0];
  while (delays.length < 10) delays.push(nextRestartDelayMs(delays.at(-1) ?? 0));
  expect(delays.slice(0, 4)).toEqual([0, 1000, 2000, 4000]);
  expect(delays.at(-1)).toBe(120_000);
});
