import { tableFromIPC } from 'apache-arrow';
import { parquetMetadata } from 'hyparquet';
import { readParquet } from 'parquet-wasm';
import { expect, it } from 'vitest';
import { parquetFile } from './parquet.ts';

const rowsOf = (count: number) => Array.from({ length: count }, (_, n): [string] => [String(n)]);

it('groups ten thousand rows, whatever the batch size', async () => {
  const fields = [{ id: 'order_id', type: 'text', nullable: false } as const];
  const file = parquetFile({ fields, names: ['order_id'] }, {});
  const pieces = [await file.begin()];
  for (const size of [1, 7_000, 7_000, 11_000, 2]) pieces.push(await file.rows(rowsOf(size)));
  pieces.push(await file.end());
  const { buffer } = new Uint8Array(Buffer.concat(pieces));
  const groups = parquetMetadata(buffer).row_groups.map((group) => Number(group.num_rows));
  expect(groups).toEqual([10_000, 10_000, 5_003]);
});

it('without rows is a file that Arrow reads, with its columns and properties', async () => {
  const fields = [
    { id: 'order_id', type: 'text', nullable: false } as const,
    { id: 'is_cod', type: 'flag', nullable: true } as const,
  ];
  const file = parquetFile({ fields, names: ['order_id', 'is_cod'] }, { Basis: 'created' });
  const bytes = Buffer.concat([await file.begin(), await file.rows([]), await file.end()]);
  const table = tableFromIPC(readParquet(bytes).intoIPCStream());
  expect(table.numRows).toBe(0);
  expect(table.schema.fields.map(({ name }) => name)).toEqual(['order_id', 'is_cod']);
  const { key_value_metadata: properties } = parquetMetadata(new Uint8Array(bytes).buffer);
  expect(properties).toEqual([{ key: 'Basis', value: 'created' }]);
});

it('holds amounts of eighteen digits and refuses larger ones', async () => {
  const fields = [{ id: 'gmv', type: 'money', nullable: false } as const];
  const file = parquetFile({ fields, names: ['gmv'] }, { Basis: 'created' });
  const largest = '99999999999999.9999';
  const pieces = [await file.begin(), await file.rows([[largest], [`-${largest}`]])];
  const bytes = Buffer.concat([...pieces, await file.end()]);
  const table = tableFromIPC(readParquet(bytes).intoIPCStream());
  const amounts = Array.from(table, (row) => String(row['gmv']));
  expect(amounts).toEqual(['999999999999999999', '-999999999999999999']);
  for (const amount of ['100000000000000', '-922337203685478']) {
    const refusing = parquetFile({ fields, names: ['gmv'] }, {});
    expect(() => refusing.rows([[amount]])).toThrow(
      expect.objectContaining({ status: 422, code: 'amount_too_large' }),
    );
  }
});
