import { beforeEach, expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueHint, postponeHints, readPendingHints } from './hint-store.ts';
import type { StreamKey } from './stream-store.ts';

const { url, database } = await openTestDatabase({ poolSize: 1 });
const owner = await connectOwner(url);

let key: StreamKey;
beforeEach(async () => {
  key = { tenantId: newId(), shopId: newId(), stream: 'orders' };
  await owner.query(
    `insert into collector.stream (tenant_id, shop_id, stream, state, next_run_at, requested_at, current_at)
     values ($1, $2, $3, 'up_to_date', now(), now(), now())`,
    [key.tenantId, key.shopId, key.stream],
  );
});

const push = () =>
  database.tenant(key.tenantId, (tx) =>
    enqueueHint(tx, { ...key, ids: ['1'], changedAt: new Date(0) }),
  );

/** Returns how often the order was fetched: responses, and failures in a row. */
async function counts() {
  const [hint] = await readPendingHints(database, key);
  return [hint?.attempts, hint?.failures];
}

async function postpone(reason: 'failed' | 'unreflected') {
  const hints = (await readPendingHints(database, key)).map((hint) => ({ ...hint, waitMs: 0 }));
  await database.tenant(key.tenantId, (tx) => postponeHints(tx, key, hints, reason));
}

it('a failed fetch uses up no retry of responses that lag behind a push', async () => {
  await push();
  await postpone('failed');
  await postpone('failed');
  expect(await counts()).toEqual([0, 2]);
  await postpone('unreflected');
  expect(await counts()).toEqual([1, 0]);
});

it('a further push resets both counts', async () => {
  await push();
  await postpone('unreflected');
  await postpone('failed');
  expect(await counts()).toEqual([1, 1]);
  await push();
  expect(await counts()).toEqual([0, 0]);
});
