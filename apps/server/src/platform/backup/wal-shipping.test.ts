import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterFolders } from '@seller-connect/embedded-postgres';
import { afterAll, expect, it } from 'vitest';
import { openFolder } from './storage/folder.ts';
import { listWal } from './wal-archive.ts';
import { createWalShipper } from './wal-shipping.ts';

const folder = await mkdtemp(join(tmpdir(), 'shipping-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('stores what an upgraded server has left under the id of that server', async () => {
  const { data, wal } = clusterFolders(folder);
  await mkdir(join(data, 'global'), { recursive: true });
  await mkdir(wal);
  await writeFile(join(data, 'global', 'pg_control'), systemIdBytes(7002n));
  await writeFile(join(wal, '0000000100000000000000A1'), segmentOf(7001n));
  await writeFile(join(wal, '000000010000000000000005'), segmentOf(7002n));

  const storage = openFolder(join(folder, 'store'));
  const ship = createWalShipper({ dataDir: folder, storage, passphrase: 'a test', costLog2: 4 });
  await ship();

  const stored = async (id: string) => (await listWal(storage, id)).map(({ name }) => name);
  expect(await stored('7001')).toEqual(['0000000100000000000000A1']);
  expect(await stored('7002')).toEqual(['000000010000000000000005']);
  expect(await readdir(wal)).toEqual([]);
});

/** Returns the beginning of a segment: the first header is a long one. */
function segmentOf(systemId: bigint): Buffer {
  return Buffer.concat([Buffer.alloc(24), systemIdBytes(systemId), Buffer.alloc(16)]);
}

function systemIdBytes(systemId: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(systemId);
  return bytes;
}
