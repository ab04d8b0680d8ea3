import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { linkedShop, unreachableLazada } from '../testing/linked-shop.ts';
import { createTestLease } from '../testing/test-lease.ts';
import { syncShop } from './shop-stream.ts';

const { database } = await openTestDatabase({ poolSize: 2 });

const nameStatement = sql('test.shop_name', 'select name from reporting.shop where tenant_id = $1');

it('stores a name without the characters that PostgreSQL rejects', async () => {
  const stream = leasedStream({ stream: 'shop' });
  const { tenantId, shopId } = stream;
  const shop = linkedShop({ shopId });
  const { name: _name, platform: _platform, status: _status, reason: _reason, ...rest } = shop;
  const connector = {
    ...unreachableLazada(),
    readShop: async () => ({
      shop: { ...rest, externalShopId: '1', name: 'Hoa\0 Mai', status: 'ACTIVE' },
      raw: {
        entity: 'shop' as const,
        externalId: '1',
        updatedAt: null,
        payload: Buffer.from('{}'),
      },
    }),
  };
  await syncShop(createTestLease({ database, stream, shop, connector, now: () => new Date() }));
  expect(await database.tenantRead(tenantId, nameStatement, [tenantId])).toEqual([
    { name: 'Hoa Mai' },
  ]);
});
