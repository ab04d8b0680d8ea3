import { sql, type TenantTransaction } from '../platform/database/database.ts';
import { createEraser } from '../platform/database/eraser.ts';

export const collectorEraser = createEraser(
  [
    { table: 'collector.stream' },
    { table: 'collector.hint' },
    { table: 'collector.raw_item' },
    { table: 'collector.raw_page' },
    { table: 'collector.reject' },
    { table: 'collector.run_stream' },
    { table: 'collector.time_window' },
  ],
  ['collector.run'],
);

const deleteStreams = sql(
  'collector.delete_streams',
  'delete from collector.stream where tenant_id = $1 and shop_id = $2',
);

/** Ends the reading of a shop for good: a page that is on its way finds no stream that it may be committed to. */
export async function deleteStreamsOf(tx: TenantTransaction, shopId: string): Promise<void> {
  await tx.execute(deleteStreams, [tx.tenantId, shopId]);
}
