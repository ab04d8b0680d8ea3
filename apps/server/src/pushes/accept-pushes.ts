import { hash } from 'node:crypto';
import type { Stream } from '@seller-connect/contract';
import { redactPersons, type Hint, type Platform, type Push } from '@seller-connect/partners';
import type { StreamHint, StreamKey } from '../collector/index.ts';
import type { NamedShop } from '../partners/index.ts';
import { sql, type Database, type TenantTransaction } from '../platform/database/database.ts';

/** Whose shops are named, and where what is noted goes to. */
export interface AcceptDeps {
  database: Database;
  partners: {
    tenantsOf(shop: NamedShop): Promise<string[]>;
    shopsNamed(tx: TenantTransaction, shop: NamedShop): Promise<string[]>;
  };
  collector: {
    note(tx: TenantTransaction, hint: StreamHint): Promise<void>;
    look(keys: readonly StreamKey[]): void;
  };
  now: () => Date;
}

/** What became of a message: it was kept, had come before, is about nobody here, or about nothing that is read. */
export type Outcome = 'accepted' | 'repeated' | 'unknown_shop' | 'ignored';

/** A genuine message and what tells it from others. */
export interface Message {
  key: string;
  push: Push;
}

/** What tells a delivery from others: the partner's own name of the event, or else its bytes without persons. */
export function keyOfDelivery(push: Push, body: Buffer): string {
  return push.eventId === null
    ? `sha256:${hash('sha256', redactPersons(body), 'hex')}`
    : `id:${push.eventId}`;
}

const streams = {
  orders: 'orders',
  returns: 'returns',
  products: 'products',
  shop: 'shop',
} as const satisfies Record<Hint['about'], Stream>;

const keepStatement = sql(
  'pushes.keep_message',
  `insert into pushes.message (tenant_id, platform, event_key, shop_id, topic, received_at)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
);

/**
 * Keeps messages and notes what they point to, for each tenant in one transaction: both or none. When it returns,
 * whatever happens to this process, the messages are taken; when it throws, the partner has to send them again.
 * @returns what became of each, in their order
 */
export async function accept(
  deps: AcceptDeps,
  platform: Platform,
  messages: readonly Message[],
): Promise<Outcome[]> {
  const outcomes = messages.map(({ push }): Outcome =>
    push.hints.length === 0 ? 'ignored' : 'unknown_shop',
  );
  const byTenant = await addressees(deps, platform, messages);
  const keys: StreamKey[] = [];
  for (const [tenantId, letters] of byTenant) {
    await deps.database.tenant(tenantId, async (tx) => {
      for (const { message, hints, place } of letters) {
        const noted = await keep(deps, tx, platform, message, hints);
        keys.push(...noted.keys);
        outcomes[place] = better(outcomes[place], noted.outcome);
      }
    });
  }
  if (keys.length > 0) deps.collector.look(keys);
  return outcomes;
}

interface Letter {
  message: Message;
  /** Those of its hints that may be about this tenant. */
  hints: Hint[];
  /** Of the message, among those that came together. */
  place: number;
}

/** The tenants that each message may be about. */
async function addressees(
  { partners }: AcceptDeps,
  platform: Platform,
  messages: readonly Message[],
): Promise<Map<string, Letter[]>> {
  const asked = new Map<string, Promise<string[]>>();
  const byTenant = new Map<string, Letter[]>();
  for (const [place, message] of messages.entries()) {
    for (const hint of message.push.hints) {
      const { externalShopId, region } = hint;
      const name = `${region}:${externalShopId}`;
      const tenants = asked.get(name) ?? partners.tenantsOf({ platform, externalShopId, region });
      asked.set(name, tenants);
      for (const tenantId of await tenants) {
        const letters = byTenant.get(tenantId) ?? [];
        byTenant.set(tenantId, letters);
        const last = letters.at(-1);
        if (last?.place === place) last.hints.push(hint);
        else letters.push({ message, hints: [hint], place });
      }
    }
  }
  return byTenant;
}

async function keep(
  { partners, collector, now }: AcceptDeps,
  tx: TenantTransaction,
  platform: Platform,
  { key, push }: Message,
  hints: readonly Hint[],
): Promise<{ outcome: Outcome; keys: StreamKey[] }> {
  const byShop = new Map<string, Hint[]>();
  for (const hint of hints) {
    const { externalShopId, region } = hint;
    for (const shopId of await partners.shopsNamed(tx, { platform, externalShopId, region })) {
      byShop.set(shopId, [...(byShop.get(shopId) ?? []), hint]);
    }
  }
  const keys: StreamKey[] = [];
  for (const [shopId, about] of byShop) {
    const message = [tx.tenantId, platform, key, shopId, push.topic, now()];
    if ((await tx.execute(keepStatement, message)) === 0) continue;
    for (const { about: kind, ids, changedAt } of about) {
      const stream = streams[kind];
      await collector.note(tx, { shopId, stream, ids, changedAt });
      keys.push({ tenantId: tx.tenantId, shopId, stream });
    }
  }
  if (keys.length > 0) return { outcome: 'accepted', keys };
  return { outcome: byShop.size > 0 ? 'repeated' : 'unknown_shop', keys };
}

const ranks: readonly Outcome[] = ['ignored', 'unknown_shop', 'repeated', 'accepted'];

/** A message about several shops was accepted when it was for any of them. */
function better(known: Outcome | undefined, other: Outcome): Outcome {
  if (known === undefined) return other;
  return ranks.indexOf(other) > ranks.indexOf(known) ? other : known;
}
