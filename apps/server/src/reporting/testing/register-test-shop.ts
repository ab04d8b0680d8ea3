import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { registerShop, type ReportingShop } from '../ingest/register-shop.ts';

/** Registers a shop that sells in Vietnam. Returns its id. */
export async function registerTestShop(
  database: Pick<Database, 'tenant'>,
  tenantId: string,
  given: Partial<ReportingShop> = {},
  now = new Date(),
): Promise<string> {
  const shop: ReportingShop = {
    shopId: newId(),
    platform: 'LAZADA',
    name: 'Nhà Nón',
    region: 'VN',
    currency: 'VND',
    timeZone: 'Asia/Ho_Chi_Minh',
    ...given,
  };
  await database.tenant(tenantId, (tx) => registerShop(tx, shop, now));
  return shop.shopId;
}
