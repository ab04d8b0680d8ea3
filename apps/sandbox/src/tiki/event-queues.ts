/**
 * Event queues of the application. A queue holds the order events of subscribed shops, in the order in which they
 * happened, until the application acknowledges them.
 */
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { hash, randomUUID } from 'node:crypto';
import { pushPath } from '../faults/faults.ts';
import type { FaultKind } from '../faults/faults.ts';
import { findChangedOrders } from '../push/change-watcher.ts';
import type { Order, Storefront } from '../world/orders/order.ts';
import { TikiError } from './errors.ts';
import { encodeOrderCode } from './orders/order-codes.ts';
import { historyOf } from './orders/statuses.ts';

/** Maximum events per pull. */
const maxEventsPerPull = 100;
/** When a queue is full, its oldest events are dropped. */
const maxQueuedEvents = 20_000;
/** Events of a shop start a few seconds after its subscription. */
const subscriptionDelaySeconds = 5;

const eventTypes = [
  'ORDER_CREATED_SUCCESSFULLY',
  'ORDER_STATUS_UPDATED',
  'PRODUCT_PRICE_UPDATED',
  'PRODUCT_MARKET_PRICE_UPDATED',
  'PRODUCT_INVENTORY_UPDATED',
] as const;
type EventType = (typeof eventTypes)[number];

interface QueuedEvent {
  readonly id: string;
  readonly sid: string;
  /** Epoch milliseconds. */
  readonly created_at: number;
  readonly type: EventType;
  readonly version: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

interface Subscription {
  readonly shop: string;
  readonly types: readonly EventType[];
  /** Instant (epoch seconds) up to which its events are in the queue. */
  readonly until: number;
}

interface Queue {
  readonly code: string;
  readonly name: string;
  readonly status: 'ACTIVE';
  readonly subscriptions: readonly Subscription[];
  /** Not acknowledged yet, oldest first. */
  readonly events: readonly QueuedEvent[];
  /** Number of events acknowledged so far. */
  readonly taken: number;
}

export type TikiQueueState = readonly Queue[];

type Body = Readonly<Record<string, unknown>>;

export class EventQueues {
  readonly #parts: PlatformDependencies;
  #queues: TikiQueueState = [];

  constructor(parts: PlatformDependencies) {
    this.#parts = parts;
  }

  state(): TikiQueueState {
    return this.#queues;
  }

  restore(state: TikiQueueState): void {
    this.#queues = state;
  }

  #replace(before: Queue, after: Queue): void {
    this.#queues = this.#queues.map((queue) => (queue === before ? after : queue));
  }

  #find(code: string): Queue {
    const queue = this.#queues.find((candidate) => candidate.code === code);
    if (queue === undefined) throw new TikiError(404, `Queue ${code} is not found`);
    return queue;
  }

  list(): Body {
    return { data: this.#queues.map(({ code, name, status }) => ({ code, name, status })) };
  }

  create(name: unknown): Body {
    if (typeof name !== 'string' || name === '') throw new TikiError(400, 'name is required');
    const code = randomUUID();
    const made: Queue = {
      code,
      name,
      status: 'ACTIVE',
      subscriptions: [],
      events: [],
      taken: 0,
    };
    this.#queues = [...this.#queues, made];
    return { code, name, status: 'ACTIVE' };
  }

  subscribe(code: string, shop: string, eventType: unknown): Body {
    const type = eventTypes.find((known) => known === eventType);
    if (type === undefined) throw new TikiError(400, 'event_type is invalid');
    const queue = this.#find(code);
    const known = queue.subscriptions.find((one) => one.shop === shop);
    const until = this.#parts.clock.now() + subscriptionDelaySeconds;
    const next: Subscription = {
      shop,
      until: known?.until ?? until,
      types: [...new Set([...(known?.types ?? []), type])],
    };
    const others = queue.subscriptions.filter((one) => one !== known);
    this.#replace(queue, { ...queue, subscriptions: [...others, next] });
    return { code, active: true, event_type: type, sid: shop };
  }

  /** Acknowledges the events of the previous pull by its `ack_id`, and returns the next events. */
  pull(code: string, ackId: unknown): Body {
    if (ackId !== null && ackId !== undefined && typeof ackId !== 'string') {
      throw new TikiError(400, 'ack_id is invalid');
    }
    this.#fill(code);
    const queue = this.#find(code);
    const confirmed = typeof ackId === 'string' ? this.#confirmedBy(queue, ackId) : 0;
    const events = queue.events.slice(confirmed);
    const after = { ...queue, events, taken: queue.taken + confirmed };
    this.#replace(queue, after);
    const batch = events.slice(0, maxEventsPerPull);
    const ack = batch.length === 0 ? (ackId ?? null) : createAckId(after, batch.length);
    return { events: batch, ack_id: ack };
  }

  /** Returns how many queued events an `ack_id` acknowledges; 0 if it belongs to an older pull. */
  #confirmedBy(queue: Queue, ackId: string): number {
    const max = Math.min(maxEventsPerPull, queue.events.length);
    for (let count = max; count > 0; count -= 1)
      if (createAckId(queue, count) === ackId) return count;
    return 0;
  }

  /** Adds the events since the last pull to the queue. */
  #fill(code: string): void {
    const queue = this.#find(code);
    const { clock, world } = this.#parts;
    const now = clock.now();
    const fresh: QueuedEvent[] = [];
    const subscriptions = queue.subscriptions.map((subscription) => {
      const shop = world.shop('TIKI', subscription.shop);
      const { until: after } = subscription;
      if (shop === undefined || after >= now) return subscription;
      for (const ordinal of findChangedOrders(world, shop, { after, now })) {
        fresh.push(...buildEvents(shop, shop.orderAt(ordinal, now), subscription, now));
      }
      return { ...subscription, until: now };
    });
    const ordered = fresh.toSorted((a, b) => a.created_at - b.created_at);
    const events = [...queue.events, ...this.#disturbed(ordered)].slice(-maxQueuedEvents);
    this.#replace(queue, { ...queue, subscriptions, events });
  }

  #disturbed(events: readonly QueuedEvent[]): readonly QueuedEvent[] {
    const ordinary: QueuedEvent[] = [];
    const behind: QueuedEvent[] = [];
    for (const event of events) {
      const target = { platform: 'TIKI', path: pushPath, shop: event.sid };
      const matchedFaults = this.#parts.faults.strike(target);
      const has = (kind: FaultKind) => matchedFaults.some((rule) => rule.kind === kind);
      if (has('push_lost')) continue;
      const list = has('push_reordered') ? behind : ordinary;
      list.push(event);
      if (has('push_doubled')) list.push(event);
    }
    return [...ordinary, ...behind];
  }
}

/** Returns the `ack_id` that acknowledges the first `count` queued events. */
function createAckId(queue: Queue, count: number): string {
  const position = `${queue.code} ${queue.taken + count}`;
  return hash('sha256', position, 'base64url');
}

/** Returns the events of an order since `subscription.until`, one per status. */
function buildEvents(
  { info }: Storefront,
  order: Order,
  { types, until: after }: Subscription,
  now: number,
): QueuedEvent[] {
  const code = encodeOrderCode(order.number);
  return historyOf(order)
    .filter(({ at }) => at > after && at <= now)
    .flatMap(({ status, at }) => {
      const type = status === 'queueing' ? 'ORDER_CREATED_SUCCESSFULLY' : 'ORDER_STATUS_UPDATED';
      if (!types.includes(type)) return [];
      const isNew = type === 'ORDER_CREATED_SUCCESSFULLY';
      return {
        id: randomUUID(),
        sid: info.externalShopId,
        created_at: at * 1000,
        type,
        version: 'v1',
        payload: isNew ? { order_code: code } : { order_code: code, orderCode: code, status },
      };
    });
}
