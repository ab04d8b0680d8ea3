/** Watches the sandbox's clock and pushes the changes of linked shops to the application. */
import type { Clock } from '../clock.ts';
import { maxLifetimeSeconds } from '../world/orders/lifecycle.ts';
import type { Storefront } from '../world/orders/order.ts';
import { maxCaseSeconds } from '../world/orders/returns.ts';
import type { World } from '../world/world.ts';
import type { Outbox } from './outbox.ts';
import type { PushSource } from './push-source.ts';

const pollIntervalMs = 100;
/** Maximum changed orders of one shop per step. If the clock moves by months, further changes are not pushed. */
const maxOrders = 20_000;

/** Returns the orders of a shop that changed after `after` and until `now`, ordered by the time of the change. */
export function findChangedOrders(
  world: World,
  shop: Storefront,
  { after, now }: { readonly after: number; readonly now: number },
): readonly number[] {
  return world.indexOf(shop, now).find({
    createdFrom: -Infinity,
    createdTo: Infinity,
    updatedFrom: after + 1,
    updatedTo: now,
    stages: 0,
    sortBy: 'updated',
    descending: false,
    offset: 0,
    limit: maxOrders,
  }).ordinals;
}

function shopKey({ platform }: PushSource, shop: string): string {
  return `${platform} ${shop}`;
}

export class ChangeWatcher {
  readonly #world: World;
  readonly #clock: Clock;
  readonly #sources: readonly PushSource[];
  readonly #outbox: Outbox;
  /** By platform and shop: the instant (epoch seconds) up to which all changes were pushed. */
  readonly #notifiedUntil = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(world: World, clock: Clock, sources: readonly PushSource[], outbox: Outbox) {
    this.#world = world;
    this.#clock = clock;
    this.#sources = sources;
    this.#outbox = outbox;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.step();
    }, pollIntervalMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#outbox.stop();
  }

  /** Discards all state. Past changes are not pushed afterwards. */
  clear(): void {
    this.#notifiedUntil.clear();
    this.#outbox.clear();
  }

  step(): void {
    const now = this.#clock.now();
    for (const side of this.#sources) {
      const hasTarget = this.#outbox.target(side.platform) !== undefined;
      for (const id of new Set(side.linkedShops())) {
        const shop = this.#world.shop(side.platform, id);
        if (shop !== undefined && hasTarget) this.#emitChanges(side, shop, now);
        else this.#notifiedUntil.delete(shopKey(side, id));
      }
    }
    this.#outbox.step();
  }

  #emitChanges(side: PushSource, shop: Storefront, now: number): void {
    const key = shopKey(side, shop.info.externalShopId);
    // Pushes begin with the consent. If the clock was moved back, they begin at its new time.
    const after = Math.min(this.#notifiedUntil.get(key) ?? now, now);
    this.#notifiedUntil.set(key, now);
    if (after === now) return;
    for (const ordinal of findChangedOrders(this.#world, shop, { after, now })) {
      const order = shop.orderAt(ordinal, now);
      for (const message of side.aboutOrder(shop.info, order, { after, now })) {
        this.#outbox.put(side, shop.info.externalShopId, message);
      }
    }
    const money = this.#world.moneyOf(shop);
    for (const one of money.cases(after - maxLifetimeSeconds - maxCaseSeconds, now, now)) {
      for (const step of one.course.filter(({ at }) => at > after && at <= now)) {
        for (const message of side.aboutCase(shop.info, one, step)) {
          this.#outbox.put(side, shop.info.externalShopId, message);
        }
      }
    }
  }
}
