import type { CanonicalProduct } from '@seller-connect/partners';
import { sql, type TenantTransaction } from '../../platform/database/database.ts';

const upsertPicturesStatement = sql(
  'reporting.upsert_pictures',
  `insert into reporting.sku_picture as known (tenant_id, shop_id, sku_key, url)
   select $1, $2, r.* from json_to_recordset($3::json) as r (sku_key text, url text)
   on conflict (tenant_id, shop_id, sku_key) do update set url = excluded.url where known.url <> excluded.url`,
);

/** Stores the addresses of the products' pictures. A product that lost its picture keeps the last one. */
export async function storePictures(
  tx: TenantTransaction,
  shopId: string,
  products: readonly Pick<CanonicalProduct, 'skuId' | 'pictureUrl'>[],
): Promise<void> {
  const urls = new Map(
    products.flatMap(({ skuId, pictureUrl }) => (pictureUrl === null ? [] : [[skuId, pictureUrl]])),
  );
  if (urls.size === 0) return;
  const rows = [...urls].map(([skuKey, url]) => ({ sku_key: skuKey, url }));
  await tx.query(upsertPicturesStatement, [tx.tenantId, shopId, JSON.stringify(rows)]);
}

/** Selects the address of the picture of a SKU of the tenant in $1; null without one. */
export const pictureUrlSql = (shopId: string, skuKey: string) => `
  (select picture.url from reporting.sku_picture picture
    where picture.tenant_id = $1 and picture.shop_id = ${shopId} and picture.sku_key = ${skuKey})`;
