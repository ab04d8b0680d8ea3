import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createEmptyDatabase, onServer } from '../../../test/database.ts';
import { openDatabase, sql } from '../database/database.ts';
import { migrate } from '../database/migrations.ts';
import { createLog } from '../log.ts';
import { loadKeyring, openVault } from '../vault/vault.ts';
import type { BackupStorage } from './storage/backup-storage.ts';
import { connectOwner, lowerPriority } from './connect-owner.ts';
import { openFolder } from './storage/folder.ts';
import { listBackups } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { connect, digests, insertRows } from './testing/filled-database.ts';
import { verifyBackup, writeBackup } from './write-backup.ts';

const passphrase = 'bốn con mèo trên mái nhà';
/** Deriving the key costs a millisecond instead of half a second. */
const costLog2 = 10;
/** A few large rows fill several parts. */
const partBytes = 1 << 20;

let folder: string;
let source: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
  source = await createTestDatabase();
  client = await connect(source.url);
  // Incompressible, and more than one part of a backup.
  await insertRows(client, 3);
  const keys = await keysIn('machine');
  const database = openDatabase({
    url: source.url,
    role: 'seller_connect_app',
    poolSize: 1,
    log: createLog('silent'),
  });
  await openVault(database, keys);
  await database.close();
});
afterAll(async () => {
  await client.end();
  await source.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns what the catalog says of all tables: columns, indexes, constraints, policies and rights. */
async function catalog(target: pg.Client): Promise<unknown[]> {
  const { rows } = await target.query(
    `select c.oid::regclass::text as name, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
            (select array_agg(pg_get_indexdef(indexrelid) order by indexrelid::regclass::text)
               from pg_index where indrelid = c.oid) as indexes,
            (select array_agg(conname || ' ' || pg_get_constraintdef(oid) order by conname)
               from pg_constraint where conrelid = c.oid) as constraints,
            (select array_agg(polname order by polname) from pg_policy where polrelid = c.oid) as policies
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'pgboss') and c.relkind in ('r', 'v')
      order by 1`,
  );
  return rows;
}

const keysIn = (machine: string) =>
  loadKeyring({ keys: undefined, dataDir: join(folder, machine), mayUseFile: true });

function backUp(storage: BackupStorage) {
  const keyFolder = join(folder, 'machine');
  return writeBackup({
    storage,
    passphrase,
    databaseUrl: source.url,
    keyFolder,
    costLog2,
    partBytes,
  });
}

function restore(
  storage: BackupStorage,
  backupId: string,
  target: TestDatabase,
  {
    replace = false,
    machine = 'other-machine',
    log = () => undefined,
  }: { replace?: boolean; machine?: string; log?: (line: string) => void } = {},
) {
  return restoreBackup({
    storage,
    passphrase,
    backupId,
    databaseUrl: target.url,
    applicationUrl: target.url,
    keyFolder: join(folder, machine),
    loadKeys: () => keysIn(machine),
    replace,
    log,
  });
}

/** Counts the connections of backups to the database. */
async function countBackupConnections(): Promise<number> {
  const { rows } = await client.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity
      where datname = current_database() and application_name = 'seller-connect backup'`,
  );
  return rows[0]?.connections ?? 0;
}

/** Commits a row of the first table and one of a later table together, again and again. */
async function writeUntil(isOver: () => boolean): Promise<void> {
  const writer = await connect(source.url);
  for (let n = 0; !isOver(); n += 1) {
    await writer.query(
      `with entry as (insert into audit.entry (tenant_id, entry_id, occurred_at, action, details)
                      values (gen_random_uuid(), gen_random_uuid(), now(), 'later.written', '{}'))
       insert into platform.vault_key values ($1, '\\x00', '2020-01-01')`,
      [`later-${n}`],
    );
  }
  await writer.end();
}

/** Deletes the rows of `writeUntil`, and returns how many there were in each of the two tables. */
async function deleteLater(target: pg.Client): Promise<(number | null)[]> {
  const entries = await target.query(`delete from audit.entry where action = 'later.written'`);
  const keys = await target.query(`delete from platform.vault_key where key_id like 'later-%'`);
  return [entries.rowCount, keys.rowCount];
}

describe('a backup in a folder', () => {
  let storage: BackupStorage;
  let backupId: string;
  let atBackup: Record<string, string>;

  beforeAll(async () => {
    storage = openFolder(join(folder, 'store'));
    atBackup = await digests(client);
    let isOver = false;
    const writing = writeUntil(() => isOver);
    ({ backupId } = await backUp(storage));
    isOver = true;
    await writing;
    await deleteLater(client);
  });

  it('restores the rows of one moment, the schema and the vault key on another machine', async () => {
    const target = await createEmptyDatabase();
    const restored = await connect(target.url);
    try {
      const manifest = await restore(storage, backupId, target);
      const [entries, keys] = await deleteLater(restored);
      expect(entries).toBe(keys);
      expect(await digests(restored)).toEqual(atBackup);
      expect(await catalog(restored)).toEqual(await catalog(client));
      expect(manifest.tables.find(({ name }) => name === 'partners.shop')?.rows).toBe(1);
      const [keyFile, copy] = await Promise.all(
        ['machine', 'other-machine'].map((each) =>
          readFile(join(folder, each, 'vault.key'), 'utf8'),
        ),
      );
      expect(copy).toBe(keyFile);
      // A start of the program has nothing to do but to create the job queue.
      await migrate(target.url);
      await restored.query('select from pgboss.version');
    } finally {
      await restored.end();
      await target.drop();
    }
  });

  it('is restored even if the statistics cannot be updated afterwards', async () => {
    const target = await createEmptyDatabase();
    const restored = await connect(target.url);
    const lines: string[] = [];
    // Ends the connection of the restore as soon as it says that the rows are there.
    const endConnection = async () => {
      await restored.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'seller-connect restore'`,
      );
    };
    try {
      await restore(storage, backupId, target, {
        log(line) {
          lines.push(line);
          if (line.startsWith('All rows are restored')) void endConnection();
        },
      });
      expect(lines.at(-1)).toContain('The restore is complete');
      await deleteLater(restored);
      expect(await digests(restored)).toEqual(atBackup);
    } finally {
      await restored.end();
      await target.drop();
    }
  });

  it('contains no row value and no key in plain text, and is readable by its owner only', async () => {
    const key = await readFile(join(folder, 'machine', 'vault.key'), 'utf8');
    for (const object of await storage.list('')) {
      const bytes = await storage.read(object);
      expect(bytes.includes(key.split(':')[1]?.trim() ?? '')).toBe(false);
      expect(bytes.includes('Tiệm')).toBe(false);
      expect((await stat(join(folder, 'store', object))).mode & 0o077).toBe(0);
    }
  });

  it('is not restored into a non-empty database or one in use, and changes neither', async () => {
    const target = await createTestDatabase();
    const owner = await connect(target.url);
    await owner.query(`insert into platform.vault_key values ('mine', '\\x01', now())`);
    await expect(restore(storage, backupId, target)).rejects.toThrow(/not empty.*--replace/);
    const program = openDatabase({
      url: target.url,
      role: 'seller_connect_app',
      poolSize: 1,
      log: createLog('silent'),
    });
    await program.query(sql('test.ping', 'select 1'));
    await expect(restore(storage, backupId, target, { replace: true })).rejects.toThrow(/stop all/);
    await program.close();
    expect((await owner.query('select key_id from platform.vault_key')).rows).toEqual([
      { key_id: 'mine' },
    ]);
    await restore(storage, backupId, target, { replace: true });
    await deleteLater(owner);
    expect(await digests(owner)).toEqual(atBackup);
    await owner.end();
    await target.drop();
  });

  it('is not restored with another passphrase', async () => {
    await expect(verifyBackup(storage, backupId, 'another one, long enough')).rejects.toThrow(
      /BACKUP_PASSPHRASE does not open/,
    );
  });
});

describe('a damaged backup', () => {
  let path: string;
  let storage: BackupStorage;
  let backupId: string;

  beforeAll(async () => {
    path = join(folder, 'damaged');
    storage = openFolder(path);
    ({ backupId } = await backUp(storage));
  });

  /** Changes or removes an object, checks the backup, and brings the object back. */
  async function verifyWith(
    object: string,
    damage: (bytes: Buffer) => Buffer | null,
    during = () => verifyBackup(storage, backupId, passphrase),
  ): Promise<unknown> {
    const file = join(path, backupId, object);
    const bytes = await readFile(file);
    const damaged = damage(Buffer.from(bytes));
    await (damaged ? writeFile(file, damaged) : rm(file));
    const outcome = await during().catch((error: unknown) => error);
    await writeFile(file, bytes);
    return outcome;
  }
  const flipBit = (bytes: Buffer) => {
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    return bytes;
  };
  const part = 'audit.entry/00000';

  it.each([
    ['a changed byte', part, flipBit, /audit.entry.*damaged/],
    ['a truncated part', part, (bytes: Buffer) => bytes.subarray(0, -1), /audit.entry.*damaged/],
    ['a missing part', 'collector.raw_page/00001', () => null, /00001 is missing/],
    [
      'a changed manifest',
      'manifest.json',
      (bytes: Buffer) => Buffer.from(String(bytes).replace('"rows": 2000', '"rows": 1999')),
      /manifest.*changed/,
    ],
  ])('is detected: %s', async (_, object, damage, message) => {
    expect(String(await verifyWith(object, damage))).toMatch(message);
  });

  it('is not restored, and the database stays unchanged', async () => {
    const target = await createEmptyDatabase();
    const attempt = () => restore(storage, backupId, target);
    expect(String(await verifyWith(part, flipBit, attempt))).toMatch(/audit.entry.*damaged/);
    const after = await connect(target.url);
    const { rows } = await after.query(`select to_regclass('audit.entry') as found`);
    expect(rows).toEqual([{ found: null }]);
    await after.end();
    await target.drop();
  });
});

it('leaves nothing behind and reports why when the storage of a backup fails', async () => {
  const path = await mkdtemp(join(folder, 'failing-'));
  const working = openFolder(path);
  const storage: BackupStorage = {
    ...working,
    write: async (object, bytes) => {
      if (object.includes('raw_page/00001')) throw new Error('the disk is full');
      await working.write(object, bytes);
    },
  };
  await expect(backUp(storage)).rejects.toThrow('the disk is full');
  expect(await listBackups(working)).toEqual({ complete: [], unfinished: [] });
  expect(await readdir(path)).toEqual([]);
});

it('does not run two backups of one database at once', async () => {
  // The server keeps the lock of the backup that failed until it notices that its connection was closed.
  await expect.poll(countBackupConnections).toBe(0);
  const storage = openFolder(join(folder, 'twice'));
  const outcomes = await Promise.allSettled([backUp(storage), backUp(storage)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await listBackups(storage)).complete).toHaveLength(1);
});

it('backs up and restores the rows of all tenants as an owner who is no superuser', async () => {
  const role = 'owner_of_backups';
  await onServer(`create role ${role} login createrole password 'secret'`);
  await onServer(
    `grant seller_connect_app, seller_connect_identity to ${role} with admin true, set true`,
  );
  const [original, copy] = [await createEmptyDatabase(role), await createEmptyDatabase(role)];
  const asOwner = ({ url, drop }: TestDatabase): TestDatabase => {
    const address = new URL(url);
    address.username = role;
    address.password = 'secret';
    return { url: address.href, drop };
  };
  const superuser = await connect(original.url);
  const restored = await connect(copy.url);
  try {
    await migrate(asOwner(original).url);
    await insertRows(superuser, 1);
    const storage = openFolder(join(folder, 'owner'));
    const { backupId } = await writeBackup({
      storage,
      passphrase,
      databaseUrl: asOwner(original).url,
      keyFolder: null,
      costLog2,
    });
    await restore(storage, backupId, asOwner(copy), { machine: 'machine' });
    expect(await digests(restored)).toEqual(await digests(superuser));
    expect(await catalog(restored)).toEqual(await catalog(superuser));
  } finally {
    await superuser.end();
    await restored.end();
    await original.drop();
    await copy.drop();
    await onServer(`drop owned by ${role}; drop role ${role}`);
  }
});

it('lowers the priority of a scheduled backup, also in a server on this machine', async () => {
  const owner = await connectOwner(source.url, 'test');
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  await lowerPriority(owner, 10);
  expect(getPriority(pid)).toBe(10);
  await owner.end();
});

it('covers the whole schema: there are no sequences, large objects or partitions', async () => {
  const { rows } = await client.query(
    `select c.oid::regclass::text as name, c.relkind from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'pgboss')
        and c.relkind not in ('r', 'i', 'v', 't', 'c')`,
  );
  expect(rows).toEqual([]);
});
