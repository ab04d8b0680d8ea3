import { hash } from 'node:crypto';
import type { Stream } from '@seller-connect/contract';
import { redactPersons, type Hint, type Platform, type Push } from '@seller-connect/partners';
import type { StreamHint, StreamKey } from '../collector/index.ts';
import type { ShopReference } from '../partners/index.ts';
import { sql, type Database, type TenantTransaction } from '../platform/database/database.ts';

export interface AcceptDependencies {
  database: Database;
  partners: {
    tenantsOf(shop: ShopReference): Promise<string[]>;
    shopsNamed(tx: TenantTransaction, shop: ShopReference): Promise<string[]>;
  };
  collector: {
    enqueueHint(tx: TenantTransaction, hint: StreamHint): Promise<void>;
    wake(keys: readonly StreamKey[]): void;
  };
  now: () => Date;
}

/**
 * Outcome of a push: stored, a repeated delivery, about a shop that no tenant has linked, or of a topic without hints.
 */
export type PushOutcome = 'accepted' | 'repeated' | 'unknown_shop' | 'ignored';

/** A verified push with its deduplication key. */
export interface KeyedPush {
  key: string;
  push: Push;
}

/** Returns the deduplication key: the partner's event id, or a hash of the body without personal data. */
export function deliveryKey(push: Push, body: Buffer): string {
  return push.eventId === null
    ? `sha256:${hash('sha256', redactPersons(body), 'hex')}`
    : `id:${push.eventId}`;
}

const streamByTopic = {
  orders: 'orders',
  returns: 'returns',
  products: 'products',
  shop: 'shop',
} as const satisfies Record<Hint['about'], Stream>;

const insertMessageStatement = sql(
  'pushes.insert_message',
  `insert into pushes.message (tenant_id, platform, event_key, shop_id, topic, received_at)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
);

/**
 * Stores pushes together with their hints, in one transaction for each tenant. After it returns, the pushes may be
 * acknowledged: a crash loses none of them. After it throws, the partner has to send them again.
 * @returns the outcome of each push, in the order of `messages`
 */
export async function acceptPushes(
  dependencies: AcceptDependencies,
  platform: Platform,
  messages: readonly KeyedPush[],
): Promise<PushOutcome[]> {
  const outcomes = messages.map(({ push }): PushOutcome =>
    push.hints.length === 0 ? 'ignored' : 'unknown_shop',
  );
  const byTenant = await groupByTenant(dependencies, platform, messages);
  const keys: StreamKey[] = [];
  for (const [tenantId, deliveries] of byTenant) {
    await dependencies.database.tenant(tenantId, async (tx) => {
      for (const { message, hints, index } of deliveries) {
        const stored = await storePush(dependencies, tx, platform, message, hints);
        keys.push(...stored.keys);
        outcomes[index] = betterOutcome(outcomes[index], stored.outcome);
      }
    });
  }
  if (keys.length > 0) dependencies.collector.wake(keys);
  return outcomes;
}

interface TenantDelivery {
  message: KeyedPush;
  /** The hints of the push that may be about this tenant. */
  hints: Hint[];
  /** Index of the push in `messages`. */
  index: number;
}

/** Groups pushes by the tenants whose shops they may name. */
async function groupByTenant(
  { partners }: AcceptDependencies,
  platform: Platform,
  messages: readonly KeyedPush[],
): Promise<Map<string, TenantDelivery[]>> {
  const lookups = new Map<string, Promise<string[]>>();
  const byTenant = new Map<string, TenantDelivery[]>();
  for (const [index, message] of messages.entries()) {
    for (const hint of message.push.hints) {
      const { externalShopId, region } = hint;
      const shopName = `${region}:${externalShopId}`;
      const tenants = lookups.getOrInsertComputed(shopName, () =>
        partners.tenantsOf({ platform, externalShopId, region }),
      );
      for (const tenantId of await tenants) {
        const deliveries = byTenant.getOrInsertComputed(tenantId, () => []);
        const last = deliveries.at(-1);
        if (last?.index === index) last.hints.push(hint);
        else deliveries.push({ message, hints: [hint], index });
      }
    }
  }
  return byTenant;
}

async function storePush(
  { partners, collector, now }: AcceptDependencies,
  tx: TenantTransaction,
  platform: Platform,
  { key, push }: KeyedPush,
  hints: readonly Hint[],
): Promise<{ outcome: PushOutcome; keys: StreamKey[] }> {
  const byShop = new Map<string, Hint[]>();
  for (const hint of hints) {
    const { externalShopId, region } = hint;
    for (const shopId of await partners.shopsNamed(tx, { platform, externalShopId, region })) {
      byShop.set(shopId, [...(byShop.get(shopId) ?? []), hint]);
    }
  }
  const keys: StreamKey[] = [];
  for (const [shopId, shopHints] of byShop) {
    const message = [tx.tenantId, platform, key, shopId, push.topic, now()];
    if ((await tx.execute(insertMessageStatement, message)) === 0) continue;
    for (const { about: kind, ids, changedAt } of shopHints) {
      const stream = streamByTopic[kind];
      await collector.enqueueHint(tx, { shopId, stream, ids, changedAt });
      keys.push({ tenantId: tx.tenantId, shopId, stream });
    }
  }
  if (keys.length > 0) return { outcome: 'accepted', keys };
  return { outcome: byShop.size > 0 ? 'repeated' : 'unknown_shop', keys };
}

const outcomeRanks: readonly PushOutcome[] = ['ignored', 'unknown_shop', 'repeated', 'accepted'];

/** Returns the better of two outcomes: a push about several shops is accepted if any of them accepts it. */
function betterOutcome(current: PushOutcome | undefined, other: PushOutcome): PushOutcome {
  if (current === undefined) return other;
  return outcomeRanks.indexOf(other) > outcomeRanks.indexOf(current) ? other : current;
}
