import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openFolder } from './storage/folder.ts';
import { deleteWal, listWal, openWalReader, openWalWriter } from './wal-archive.ts';

const folder = await mkdtemp(join(tmpdir(), 'log-keys-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('can read what a running server stores after all of its earlier log was deleted', async () => {
  const storage = openFolder(folder);
  const [passphrase, systemId] = ['a passphrase of a test', '7001'];
  const finishedAt = new Date('2026-11-11T05:00:00Z');
  const server = await openWalWriter(storage, passphrase, systemId, 4);
  await server.write('00000001000000000000002A', Buffer.from('before the base'), finishedAt);
  // The first base backup stores the segment that it ends with, before the server can.
  const backup = await openWalWriter(storage, passphrase, systemId, 4);
  await backup.write('00000001000000000000002B', Buffer.from('base'), finishedAt);
  await deleteWal(storage, systemId, ({ name }) => name.endsWith('2A'));
  await server.write('00000001000000000000002C', Buffer.from('after the base'), finishedAt);

  const read = openWalReader(storage, passphrase, systemId);
  const contents = (await listWal(storage, systemId)).map(async (file) => String(await read(file)));
  expect(await Promise.all(contents)).toEqual(['base', 'after the base']);

  await deleteWal(storage, systemId, () => true);
  expect(await storage.list('wal/')).toEqual([]);
});
