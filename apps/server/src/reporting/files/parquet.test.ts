import { parquetMetadata } from 'hyparquet';
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
