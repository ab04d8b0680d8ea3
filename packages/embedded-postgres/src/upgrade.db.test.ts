import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { startEmbeddedPostgres } from './supervisor.ts';
import { upgradeIfEarlier, type CopyData } from './upgrade.ts';
import { deleteProvenEarlierData, finishUpgrade } from './upgrade-folders.ts';

const log = () => undefined;

const folder = await mkdtemp(join(tmpdir(), 'upgrade-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function queryServer<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

/** Copies the only table of the tests, which has one row. */
const copyKept: CopyData = async (fromUrl, toUrl) => {
  const [row] = await queryServer<{ name: string }>(fromUrl, 'select name from kept');
  await queryServer(toUrl, `create table kept as select '${row?.name}' as name`);
};

/** The upgrade itself, with the present programs in the part of the next version and of the earlier one. */
describe('data of an earlier major version', () => {
  const binaries = findBinaries();
  const { majorVersion } = binaries;
  const next = { ...binaries, majorVersion: majorVersion + 1 };
  const rows = 'select name from kept';

  async function upgrade(
    copyData: CopyData | null,
    to = next,
    findEarlier = async () => binaries,
  ): Promise<void> {
    const cluster = await prepareCluster(folder, binaries, log);
    await upgradeIfEarlier({ cluster, binaries: to, copyData, log, testing: true, findEarlier });
  }
  async function query(statement: string): Promise<unknown[]> {
    const server = await startEmbeddedPostgres({ dataDir: folder, log, testing: true });
    const found = await queryServer(server.connectionString, statement);
    await server.stop();
    return found;
  }
  const folders = async () =>
    (await readdir(join(folder, 'postgres')))
      .filter((name) => /^(cluster|programs)/.test(name))
      .toSorted();

  beforeAll(async () => {
    await query(`create table kept as select 'one' as name`);
  });

  it('are refused by a command that does not upgrade, and by an earlier version', async () => {
    await expect(upgrade(null)).rejects.toThrow(/start the program once/);
    const earlier = { ...binaries, majorVersion: majorVersion - 1 };
    await expect(upgrade(copyKept, earlier)).rejects.toThrow(/start the newer version/);
  });

  it('are refused while an earlier program uses them, although an upgrade was interrupted', async () => {
    const server = await startEmbeddedPostgres({ dataDir: folder, log, testing: true });
    await mkdir(join(folder, 'postgres', 'cluster.upgrade'));
    let now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 60_001));
    try {
      await expect(upgrade(copyKept)).rejects.toThrow(/A program of an earlier version uses/);
    } finally {
      clock.mockRestore();
      await server.stop();
    }
  });

  it('are upgraded by one of two programs that start at once', async () => {
    const data = join(folder, 'postgres', 'cluster');
    const copyAsNext: CopyData = async (fromUrl, toUrl) => {
      await copyKept(fromUrl, toUrl);
      await writeFile(join(`${data}.upgrade`, 'PG_VERSION'), `${majorVersion + 1}\n`);
    };
    await mkdir(join(folder, 'postgres', 'programs.interrupted'));
    let isUpgraded = false;
    await upgrade(copyKept, next, async () => {
      await upgrade(copyAsNext);
      isUpgraded = true;
      return binaries;
    });
    expect(isUpgraded).toBe(true);
    expect(await folders()).toEqual(['cluster', `cluster-${majorVersion}`]);
    await rm(data, { recursive: true });
    await rename(`${data}-${majorVersion}`, data);
  });

  it('stay unchanged when the copy fails, and the next attempt starts over', async () => {
    const failing: CopyData = async (fromUrl, toUrl) => {
      await copyKept(fromUrl, toUrl);
      throw new Error('the machine has no power');
    };
    await expect(upgrade(failing)).rejects.toThrow('no power');
    expect(await folders()).toEqual(['cluster', 'cluster.upgrade']);
    expect(await query(rows)).toHaveLength(1);
    await upgrade(copyKept);
    expect(await folders()).toEqual(['cluster', `cluster-${majorVersion}`]);
    expect(await query(rows)).toEqual([{ name: 'one' }]);
    // The way back: the folder of before takes the place of the new one.
    await rm(join(folder, 'postgres', 'cluster'), { recursive: true });
    await expect(query(rows)).rejects.toThrow(/rename it to cluster/);
    await rename(
      join(folder, 'postgres', `cluster-${majorVersion}`),
      join(folder, 'postgres', 'cluster'),
    );
    expect(await query(rows)).toHaveLength(1);
  });
});

describe('the folders of an upgrade', () => {
  async function lay(name: string, folders: Record<string, string>): Promise<string> {
    const path = join(folder, name);
    for (const [each, version] of Object.entries(folders)) {
      await mkdir(join(path, each), { recursive: true });
      await writeFile(join(path, each, 'PG_VERSION'), `${version}\n`);
    }
    return path;
  }

  it.each([
    ['before the earlier data were moved away', { cluster: '17', 'cluster.upgraded': '18' }],
    ['after that', { 'cluster-17': '17', 'cluster.upgraded': '18' }],
  ])('are repaired after a crash %s', async (name, folders) => {
    const path = await lay(name, folders);
    await finishUpgrade(path);
    expect((await readdir(path)).toSorted()).toEqual(['cluster', 'cluster-17']);
  });

  it('keep the earlier data for two weeks', async () => {
    const path = await lay('old', { cluster: '18', 'cluster-17': '17', 'cluster-16': '16' });
    await writeFile(join(path, 'cluster-17', 'replaced-at'), '2026-11-01T00:00:00.000Z');
    expect(await deleteProvenEarlierData(path, new Date('2026-11-14T00:00:00Z'))).toEqual([]);
    expect(await deleteProvenEarlierData(path, new Date('2026-11-16T00:00:00Z'))).toEqual([
      join(path, 'cluster-17'),
    ]);
    expect(existsSync(join(path, 'cluster-17'))).toBe(false);
    expect(existsSync(join(path, 'cluster-16'))).toBe(true);
  });
});
