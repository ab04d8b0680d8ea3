import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { deleteOutdatedBases } from './base-backup.ts';
import { openFolder } from './storage/folder.ts';
import { listWal, openWalWriter } from './wal-archive.ts';

const folder = await mkdtemp(join(tmpdir(), 'outdated-log-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('deletes the log of a server without base backup once it is older than the retention', async () => {
  const storage = openFolder(folder);
  // As after an upgrade of the database, whose new server has another id.
  const former = await openWalWriter(storage, 'a passphrase of a test', '7001', 4);
  const finishedAt = new Date('2026-11-11T05:00:00Z');
  await former.write('00000001000000000000002A', Buffer.from('orders'), finishedAt);
  await former.write('00000002.history', Buffer.from('1'), finishedAt);

  await deleteOutdatedBases(storage, 0, new Date('2027-11-11T05:00:00Z'));
  await deleteOutdatedBases(storage, 7, new Date('2026-11-18T04:00:00Z'));
  expect(await listWal(storage, '7001')).toHaveLength(2);
  await deleteOutdatedBases(storage, 7, new Date('2026-11-18T06:00:00Z'));
  expect(await storage.list('wal/')).toEqual([]);
});
