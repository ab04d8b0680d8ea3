import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { migrate } from '../database/migrations.ts';
import { clusterFolders } from '@seller-connect/embedded-postgres';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@seller-connect/embedded-postgres';
import { processRegistry } from '../telemetry/metrics.ts';
import { loadKeyring } from '../vault/vault.ts';
import {
  baseStorage,
  deleteOutdatedBases,
  restorableRange,
  verifyLog,
  writeBaseBackup,
} from './base-backup.ts';
import type { BackupStorage } from './storage/backup-storage.ts';
import { openBucket } from './storage/bucket.ts';
import { openFolder } from './storage/folder.ts';
import { listBackups } from './manifest.ts';
import { restoreToMoment } from './point-in-time.ts';
import { startBucketServer } from './testing/bucket-server.ts';
import { connect } from './testing/filled-database.ts';
import { segmentAt, segmentPosition } from './wal-archive.ts';
import { createWalShipper, startWalShipping } from './wal-shipping.ts';

const passphrase = 'bốn con mèo trên mái nhà';
/** Deriving the key costs a millisecond instead of half a second. */
const costLog2 = 10;
/** Segments are finished by the test, and not for want of changes. */
const walTimeoutSeconds = 3600;

/** Moments between the rows: `two` was written between the first and the second of them. */
const moments: Date[] = [];

const folder = await mkdtemp(join(tmpdir(), 'moment-'));
const dataDir = join(folder, 'machine');
/** Where the log is archived. */
const store = join(folder, 'store');
/** A copy of the storage as the machine has left it. */
const left = join(folder, 'left');
const server = await startServer(dataDir);
await migrate(server.connectionString);
const client = await connect(server.connectionString);
await client.query('create table note (content text)');
await client.query(`insert into note values ('one')`);
const firstBase = await backUp();
for (const content of ['two', 'three', 'four', 'five']) {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  moments.push(rows[0]?.now ?? new Date(0));
  await client.query('insert into note values ($1)', [content]);
  await finishSegment(client);
}
await ship();
await cp(store, left, { recursive: true });
afterAll(async () => {
  await client.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

function startServer(machine: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir: machine,
    log: () => undefined,
    walTimeoutSeconds,
    testing: true,
  });
}

function backUp() {
  const databaseUrl = server.connectionString;
  const storage = openFolder(store);
  return writeBaseBackup({
    storage,
    passphrase,
    databaseUrl,
    dataDir,
    keyFolder: null,
    costLog2,
  });
}

/** Ends the current segment of the log, and waits until the server has copied it. */
async function finishSegment(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ name: string }>(
    'select pg_walfile_name(pg_switch_wal()) as name',
  );
  await vi.waitUntil(
    async () => {
      const archived = await target.query<{ name: string | null }>(
        'select last_archived_wal as name from pg_stat_archiver',
      );
      return (archived.rows[0]?.name ?? '') >= (rows[0]?.name ?? 'none');
    },
    { timeout: 60_000 },
  );
}

async function ship(machine = dataDir, to = openFolder(store)): Promise<void> {
  await createWalShipper({ dataDir: machine, storage: to, passphrase, costLog2 })();
}

/** Restores from a storage on a new machine. @returns its folder, the last change, and what was printed */
async function restore(
  from: BackupStorage,
  until: Date | null,
  { phrase = passphrase, machine = '' } = {},
) {
  const target = machine === '' ? await mkdtemp(join(folder, 'restored-')) : machine;
  const lines: string[] = [];
  const { reachedAt } = await restoreToMoment({
    storage: from,
    passphrase: phrase,
    until,
    dataDir: target,
    keyFolder: null,
    loadKeys: () =>
      loadKeyring({
        keys: `1:${randomBytes(32).toString('base64')}`,
        dataDir: '',
        mayUseFile: false,
      }),
    replace: machine !== '',
    walTimeoutSeconds,
    testing: true,
    log: (line) => void lines.push(line),
    work: () => Promise.resolve(),
  });
  return { machine: target, reachedAt, lines };
}

/** Returns a bucket of an S3-compatible storage with what a folder has. The storage ends with the test. */
async function copyToBucket(from: BackupStorage): Promise<BackupStorage> {
  const { location, stop } = await startBucketServer(join(folder, 'bucket'));
  onTestFinished(stop);
  const bucket = openBucket({ ...location, prefix: 'shop/' });
  for (const object of await from.list('')) await bucket.write(object, await from.read(object));
  return bucket;
}

/** Calls `work` with the restored database. */
async function withDatabase<T>(machine: string, work: (target: pg.Client) => Promise<T>) {
  const restored = await startServer(machine);
  try {
    const target = await connect(restored.connectionString);
    try {
      return await work(target);
    } finally {
      await target.end();
    }
  } finally {
    await restored.stop();
  }
}

async function notes(target: pg.Client): Promise<string[]> {
  const { rows } = await target.query<{ content: string }>(
    'select content from note order by ctid',
  );
  return rows.map(({ content }) => content);
}

/** Returns the stored segments, in the order of the log. */
async function storedSegments(from: string): Promise<string[]> {
  const objects = await openFolder(from).list('wal/');
  return objects.filter((object) => /\/[0-9A-F]{24}-/.test(object)).toSorted();
}

async function firstStored(): Promise<string> {
  return /[0-9A-F]{24}/.exec((await storedSegments(store))[0] ?? '')?.[0] ?? '';
}

it('restores what was committed before a moment and nothing later, also a later moment from a bucket', async () => {
  const { machine, reachedAt } = await restore(openFolder(left), moments[2] ?? null);
  // A commit can fall into the very millisecond of a moment.
  expect(reachedAt.getTime()).toBeGreaterThanOrEqual(moments[1]?.getTime() ?? 0);
  expect(reachedAt.getTime()).toBeLessThanOrEqual(moments[2]?.getTime() ?? 0);
  expect(await readdir(clusterFolders(machine).folder)).not.toContain('restored-log');
  // Everything was stored, and what the server notes beside was deleted.
  expect(await readdir(clusterFolders(dataDir).wal)).toEqual([]);
  const continued = await copyToBucket(openFolder(left));
  await withDatabase(machine, async (target) => {
    expect(await notes(target)).toEqual(['one', 'two', 'three']);
    await target.query(`insert into note values ('after the restore')`);
    await finishSegment(target);
  });
  await ship(machine, continued);
  // The restored one is lost as well, without a base backup of its own. Its log is in a bucket.
  const again = await restore(continued, null, { machine });
  expect(await withDatabase(again.machine, notes)).toEqual([
    'one',
    'two',
    'three',
    'after the restore',
  ]);
});

it('ends the log at a truncated last segment, and reports it', async () => {
  const torn = join(folder, 'torn');
  await cp(left, torn, { recursive: true });
  const last = (await storedSegments(torn)).at(-1) ?? '';
  await truncate(join(torn, last), Math.floor((await stat(join(torn, last))).size / 2));
  await expect(verifyLog(openFolder(torn), passphrase)).rejects.toThrow(/is damaged/);
  expect((await verifyLog(openFolder(left), passphrase))?.segments).toBeGreaterThanOrEqual(5);
  const { machine, lines } = await restore(openFolder(torn), null);
  expect(lines.join('\n')).toMatch(/[0-9A-F]{24} of the log is damaged; nothing from it on/);
  expect(await withDatabase(machine, notes)).toEqual(['one', 'two', 'three', 'four']);
});

it('finds and names a gap in the log, and restores nothing', async () => {
  const lacking = join(folder, 'lacking');
  await cp(left, lacking, { recursive: true });
  const [, , missing = ''] = (await storedSegments(lacking)).slice(-4);
  await rm(join(lacking, missing));
  const name = /[0-9A-F]{24}/.exec(missing)?.[0] ?? 'none';
  await expect(verifyLog(openFolder(lacking), passphrase)).rejects.toThrow(`segment ${name}.`);
  await expect(restore(openFolder(lacking), new Date())).rejects.toThrow(
    new RegExp(`lacks the segment ${name}: it reaches to \\d{4}-`),
  );
  expect((await restorableRange(openFolder(lacking)))?.hasGap).toBe(true);
  expect((await restorableRange(openFolder(left)))?.hasGap).toBe(false);
});

it.each<[string, () => Promise<unknown>, RegExp]>([
  [
    'another passphrase',
    () => restore(openFolder(left), null, { phrase: 'another one, long enough' }),
    /BACKUP_PASSPHRASE does not open/,
  ],
  [
    'a moment before the first base backup',
    () => restore(openFolder(left), new Date('2026-01-01T00:00:00Z')),
    /earliest moment that can be restored is 20.*no base backup/,
  ],
  [
    'a moment after the end of the log',
    () => restore(openFolder(left), new Date(Date.now() + 86_400_000)),
    /ends too early: it reaches to 20.*--at latest/,
  ],
  [
    'a storage without base backups',
    () => restore(openFolder(join(folder, 'nothing')), null),
    /no base backup/,
  ],
  [
    'a running database',
    () => restore(openFolder(left), null, { machine: dataDir }),
    /stop all of its/,
  ],
])('refuses %s in a sentence', async (_, attempt, message) => {
  await expect(attempt()).rejects.toThrow(message);
});

it('keeps the database running while the storage is down, alerts the operator, and drops the log on a full disk', async () => {
  const events: string[] = [];
  let isAway = true;
  const working = openFolder(store);
  const log = {
    error: (entry: unknown) => void events.push(JSON.stringify(entry)),
    info: (entry: unknown) => void events.push(JSON.stringify(entry)),
  };
  const storage = {
    ...working,
    write: (object: string, bytes: Uint8Array) =>
      isAway ? Promise.reject(new Error('no route to host')) : working.write(object, bytes),
  };
  const countEvents = (event: string) => () => events.filter((each) => each.includes(event)).length;
  await client.query(`insert into note values ('six')`);
  await finishSegment(client);
  const shipping = startWalShipping({
    dataDir,
    storage,
    passphrase,
    log,
    minFreeBytes: 0,
    costLog2,
  });
  await expect.poll(countEvents('backup.log_archiving_failed')).toBe(1);
  await client.query(`insert into note values ('seven')`);
  await expect
    .poll(() => processRegistry.metrics())
    .toMatch(/^backup_log_pending_seconds\{storage=.*\} [\d.]*[1-9]/m);
  isAway = false;
  await expect.poll(countEvents('"backup.log_archived"')).toBe(1);
  await shipping.stop();
  expect((await restorableRange(working))?.hasGap).toBe(false);

  isAway = true;
  await finishSegment(client);
  const onFullDisk = { dataDir, storage, passphrase, minFreeBytes: Infinity, costLog2 };
  const giving = startWalShipping({ ...onFullDisk, log });
  await expect.poll(countEvents('backup.log_discarded')).toBe(1);
  await giving.stop();
  await client.query(`insert into note values ('eight')`);
  await finishSegment(client);
  await ship();
  expect((await restorableRange(working))?.hasGap).toBe(true);
});

it('closes a gap by a new base backup; retention deletes only what no restorable moment needs', async () => {
  const storage = openFolder(store);
  const { backupId, wal, takenAt } = await backUp();
  expect((await restorableRange(storage))?.hasGap).toBe(false);
  const dayLater = Date.parse(takenAt) + 86_400_000;
  for (const keepsAll of [0, 7])
    expect(await deleteOutdatedBases(storage, keepsAll, new Date(dayLater))).toEqual([]);
  // Moments before the end of the second one need the first one.
  expect(await deleteOutdatedBases(storage, 1, new Date(dayLater - 1))).toEqual([]);
  expect(await firstStored()).toBe(firstBase.wal.firstSegment);
  expect(await deleteOutdatedBases(storage, 1, new Date(dayLater))).toEqual([firstBase.backupId]);
  expect((await listBackups(baseStorage(storage))).complete).toEqual([backupId]);
  expect(await firstStored()).toBe(wal.firstSegment);
});

it('restores moments after a restore from the base backup that it came from, not from a later one', async () => {
  const storage = openFolder(store);
  const addNote = async (target: pg.Client, content: string): Promise<Date> => {
    await target.query('insert into note values ($1)', [content]);
    await finishSegment(target);
    return new Date();
  };
  const origin = (await backUp()).backupId;
  const beforeError = await addNote(client, 'before the error');
  await addNote(client, 'the error');
  await addNote(client, 'consequences');
  const abandoned = (await backUp()).backupId;
  const { machine } = await restore(storage, beforeError);
  const corrected = await withDatabase(machine, async (target) => {
    const at = await addNote(target, 'the correction');
    await addNote(target, 'the next one');
    return at;
  });
  await ship(machine);

  for (const [until, last] of [
    [corrected, ['before the error', 'the correction']],
    [null, ['the correction', 'the next one']],
  ] as const) {
    const again = await restore(storage, until);
    expect((await withDatabase(again.machine, notes)).slice(-2)).toEqual(last);
  }
  expect((await restorableRange(storage))?.hasGap).toBe(false);
  expect((await verifyLog(storage, passphrase))?.backupId).toBe(origin);
  const dayLater = new Date(Date.now() + 2 * 86_400_000);
  expect(await deleteOutdatedBases(storage, 1, dayLater)).not.toContain(origin);
  expect((await listBackups(baseStorage(storage))).complete).toEqual([origin, abandoned]);
});

it('counts positions in the log across files', () => {
  const last = '0000000200000001000000FF';
  expect(segmentAt((segmentPosition(last) ?? 0) + 1, last)).toBe('000000020000000200000000');
  expect(segmentPosition('00000002.history')).toBeNull();
});
