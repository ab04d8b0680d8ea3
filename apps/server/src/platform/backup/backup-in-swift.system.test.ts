import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '../../../test/database.ts';
import type { BucketLocation } from '../config/backup-settings.ts';
import { loadKeyring } from '../vault/vault.ts';
import { openBucket } from './storage/bucket.ts';
import { listBackups } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { deleteOutdatedBackups } from './retention.ts';
import { connect, digests, insertRows } from './testing/filled-database.ts';
import { startRelay } from './testing/relay.ts';
import { maxListedObjects, startSwift } from './testing/swift.ts';
import { verifyBackup, writeBackup } from './write-backup.ts';

const passphrase = 'bốn con mèo trên mái nhà';
const dayMs = 86_400_000;

const swift = await startSwift();
const relay = await startRelay(swift.location.endpoint);
const source = await createTestDatabase();
const client = await connect(source.url);
// Incompressible, and more than one part of a backup.
await insertRows(client, 20);
beforeEach(async () => {
  const everything = bucket({ prefix: '' });
  for (const object of await everything.list('')) await everything.delete(object);
});
afterAll(async () => {
  await client.end();
  await source.drop();
  await relay.close();
  await swift.stop();
});

function bucket(changes: Partial<BucketLocation> = {}) {
  return openBucket(
    { ...swift.location, endpoint: relay.url, prefix: 'production/', ...changes },
    { firstMs: 10, maxMs: 50 },
  );
}

function backUp(storage = bucket(), now = new Date()) {
  return writeBackup({
    storage,
    passphrase,
    databaseUrl: source.url,
    keyFolder: null,
    costLog2: 10,
    now: () => now,
  });
}

it('makes, lists, verifies and restores a backup, and deletes outdated ones', async () => {
  const storage = bucket();
  const now = new Date();
  const made = await backUp(storage, new Date(now.getTime() - 40 * dayMs));
  const interrupted = '2026-01-01T00-00-00Z-000000';
  await storage.write(`${interrupted}/audit.entry/00000`, Buffer.from('x'));
  expect(await listBackups(storage)).toEqual({
    complete: [made.backupId],
    unfinished: [interrupted],
  });
  const objects = await storage.list(`${made.backupId}/`);
  expect(objects.length).toBeGreaterThan(3 * maxListedObjects);
  expect(objects).toContain(`${made.backupId}/collector.raw_page/00001`);
  expect((await verifyBackup(storage, made.backupId, passphrase)).takenAt).toBe(made.takenAt);

  const target = await createEmptyDatabase();
  await restoreBackup({
    storage,
    passphrase,
    backupId: made.backupId,
    databaseUrl: target.url,
    applicationUrl: target.url,
    keyFolder: null,
    loadKeys: () =>
      loadKeyring({
        keys: `1:${randomBytes(32).toString('base64')}`,
        dataDir: '',
        mayUseFile: false,
      }),
    replace: false,
  });
  const restored = await connect(target.url);
  expect(await digests(restored)).toEqual(await digests(client));
  await restored.end();
  await target.drop();

  const later = '2026-11-20T00-00-00Z-000000';
  await storage.write(`${later}/manifest.json`, Buffer.from('{}'));
  const deleted = await deleteOutdatedBackups(storage, 30, now);
  expect(deleted).toEqual([made.backupId, interrupted]);
  expect(await storage.list('')).toEqual([`${later}/manifest.json`]);
});

it('stores an object completely or not at all, and retries a broken connection', async () => {
  const storage = bucket();
  const bytes = randomBytes(4 << 20);
  relay.cutAfter(1 << 20);
  await storage.write('cut', bytes);
  expect(relay.cuts()).toBe(1);
  expect((await storage.read('cut')).equals(bytes)).toBe(true);
  // Names with what a URL and a signature have to escape.
  const names = ['a b', 'a+b', 'dấu', "a'(b)*!", 'a&b=c', 'a%20b'];
  for (const name of names) await storage.write(`names/${name}`, Buffer.from(name));
  expect((await storage.list('names/')).toSorted()).toEqual(
    names.map((name) => `names/${name}`).toSorted(),
  );
  for (const name of names) expect(String(await storage.read(`names/${name}`))).toBe(name);
  await storage.delete('names/a b');
  await storage.delete('names/a b');
  await expect(storage.read('names/a b')).rejects.toThrow('names/a b is missing in s3://backups/');
});

it.each([
  ['a wrong secret', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
  ['an unknown access key', { accessKeyId: 'test:nobody' }, 'SignatureDoesNotMatch'],
  ['another region', { region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
  ['a missing bucket', { bucket: 'nowhere' }, 'NoSuchBucket'],
])('reports %s and stores nothing', async (_, changes, code) => {
  const storage = bucket(changes);
  await expect(backUp(storage)).rejects.toThrow(new RegExp(`does not let us write .*: ${code}.`));
  await expect(storage.list('')).rejects.toThrow(`does not let us list what is there: ${code}.`);
  expect(await bucket().list('')).toEqual([]);
});

it('reports a storage that fails midway, and what it stored is not a backup', async () => {
  const storage = bucket();
  let writes = 0;
  const failing = {
    ...storage,
    async write(object: string, bytes: Uint8Array) {
      writes += 1;
      if (writes === 4) await swift.stopObjects();
      return storage.write(object, bytes);
    },
  };
  try {
    await expect(backUp(failing)).rejects.toThrow(
      'The storage s3://backups/production cannot be used: it answered with status 503.',
    );
  } finally {
    await swift.startObjects();
  }
  const { complete, unfinished } = await listBackups(storage);
  expect(complete).toEqual([]);
  // Its deletion failed too; a later backup does it.
  await deleteOutdatedBackups(storage, 30, new Date(Date.now() + 2 * dayMs));
  expect(unfinished).toHaveLength(1);
  expect(await storage.list('')).toEqual([]);
});
