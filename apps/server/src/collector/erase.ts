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

/** Deletes the streams of a shop. A commit in flight then fails, because its stream is gone. */
export async function deleteStreamsOf(tx: TenantTransaction, shopId: string): Promise<void> {
  await tx.execute(deleteStreams, [tx.tenantId, shopId]);
}
