import { describe, expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { sql } from './database.ts';
import { newId } from '../ids.ts';
import { column, encodeRows, columnValues, unnestColumns } from './binary-arrays.ts';

const mine = newId();
const theirs = newId();

const insert = sql('test.insert', 'insert into note (tenant_id, id, body) values ($1, $2, $3)');
const all = sql('test.all', 'select body from note order by body');
const move = sql('test.move', 'update note set tenant_id = $1');
const broken = sql('test.broken', 'select 1 / 0 as never');

const { url, database } = await openTestDatabase({ poolSize: 3 });
const owner = await connectOwner(url);
await owner.query(
  `create table note (tenant_id uuid not null, id uuid not null, body text not null, primary key (tenant_id, id));
   select platform.protect('note')`,
);
await database.tenant(mine, (tx) => tx.execute(insert, [mine, newId(), 'mine']));
await database.tenant(theirs, (tx) => tx.execute(insert, [theirs, newId(), 'theirs']));

describe('tenant transactions', () => {
  it('shows a tenant its own rows and no others', async () => {
    expect(await database.tenantRead(mine, all)).toEqual([{ body: 'mine' }]);
    expect(await database.tenant(theirs, (tx) => tx.query(all))).toEqual([{ body: 'theirs' }]);
  });

  it('shows no rows outside a tenant, also on a reused connection', async () => {
    await Promise.all([1, 2, 3, 4].map(() => database.tenantRead(mine, all)));
    const seen = await Promise.all([1, 2, 3, 4].map(() => database.query(all)));
    expect(seen).toEqual([[], [], [], []]);
  });

  it('passes rows as one binary array per column, exactly', async () => {
    interface Row {
      text: string | null;
      id: string | null;
      texts: readonly string[] | null;
      amount: bigint | null;
      count: number | null;
      flag: boolean | null;
      day: string | null;
      at: Date | null;
    }
    const columns = [
      column.text<Row>('text', (row) => row.text),
      column.textList<Row>('texts', (row) => row.texts),
      column.uuid<Row>('id', (row) => row.id),
      column.bigint<Row>('amount', (row) => row.amount),
      column.integer<Row>('count', (row) => row.count),
      column.boolean<Row>('flag', (row) => row.flag),
      column.day<Row>('day', (row) => row.day),
      column.instant<Row>('at', (row) => row.at),
    ];
    const read = sql(
      'test.arrays',
      `select ${columnValues(columns)} from ${unnestColumns(columns, 1)}`,
    );
    const nothing: Row = {
      text: null,
      texts: null,
      id: null,
      amount: null,
      count: null,
      flag: null,
      day: null,
      at: null,
    };
    const rows: Row[] = [
      {
        text: 'Nón lá 🧢 {"a",\\}',
        texts: ['Nón lá 🧢 {"a",\\}', '', 'null', ' '],
        id: '0190a0a0-0000-7000-8000-00000000000f',
        amount: -(2n ** 63n),
        count: -(2 ** 31),
        flag: false,
        day: '1971-02-28',
        at: new Date('1971-02-28T23:59:59.999Z'),
      },
      nothing,
      {
        text: '',
        texts: [],
        id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
        amount: 2n ** 63n - 1n,
        count: 2 ** 31 - 1,
        flag: true,
        day: '2199-12-31',
        at: new Date('2199-12-31T00:00:00.001Z'),
      },
    ];
    const many = Array.from({ length: 400 }, () => rows).flat();
    expect(await database.query(read, encodeRows(columns, many))).toEqual(many);
    expect(await database.query(read, encodeRows(columns, [nothing]))).toEqual([nothing]);
    expect(await database.query(read, encodeRows(columns, []))).toEqual([]);
  });

  it('refuses to insert a row for another tenant or to move one there', async () => {
    await expect(
      database.tenant(mine, (tx) => tx.execute(insert, [theirs, newId(), 'smuggled'])),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(database.tenant(mine, (tx) => tx.execute(move, [theirs]))).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('rolls back a transaction whose callback fails', async () => {
    await expect(
      database.tenant(mine, async (tx) => {
        await tx.execute(insert, [mine, newId(), 'half']);
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await database.tenantRead(mine, all)).toEqual([{ body: 'mine' }]);
  });

  it('throws when a failed statement was caught and the commit became a rollback', async () => {
    await expect(
      database.tenant(mine, async (tx) => {
        await tx.execute(insert, [mine, newId(), 'lost']);
        await tx.query(broken).catch(() => undefined);
      }),
    ).rejects.toThrow('rolled back');
    expect(await database.tenantRead(mine, all)).toEqual([{ body: 'mine' }]);
  });

  it('refuses a tenant id that is not a UUID before any query', async () => {
    expect(() => database.tenant(`x'; drop table note; --`, (tx) => tx.query(all))).toThrow('uuid');
  });

  it('returns exact integers and days as strings', async () => {
    const typed = sql(
      'test.typed',
      `select 9007199254740993::int8 as big, date '2026-11-11' as day`,
    );
    expect(await database.query(typed)).toEqual([{ big: 9007199254740993n, day: '2026-11-11' }]);
  });

  it('reconnects after the server has closed its connections', async () => {
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect
      .poll(() => database.tenantRead(mine, all).catch(() => []), { timeout: 60_000 })
      .toEqual([{ body: 'mine' }]);
  });
});
