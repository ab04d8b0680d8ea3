import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { beforeEach } from 'vitest';
import type { Partners } from '../index.ts';
import { startTestBed, testUser, type TestBed } from './test-bed.ts';

/** The shop that the tests of token refreshes link. */
export const externalShopId = '200164501';

const Calls = Type.Object({
  items: Type.Array(Type.Object({ path: Type.String(), total: Type.Integer() })),
});

/** A Lazada shop whose tokens are refreshed, of a new owner in each test. */
export interface RefreshedShop {
  world: TestBed;
  /** Offset of this server's clock from the partner's, in milliseconds. */
  setAhead(ms: number): void;
  /** Links the shop. @param options of the sandbox's marketplace */
  link(options?: object): Promise<void>;
  shopId(): string;
  owner(): ReturnType<typeof testUser>;
  faults(...list: object[]): Promise<unknown>;
  callsOf(path: string): Promise<number>;
  refreshCalls(): Promise<number>;
  /** Fetches the shop with its access token, like the collector. */
  readShop(partners?: Partners): Promise<string>;
  /** Returns the kinds and codes of what happened to the consent. */
  events(): Promise<string[]>;
  /** Returns the shop's status and its reason. */
  status(): Promise<unknown[]>;
}

/** Starts the domain for the tests of a file. Expired leases of refreshes are taken over after 300 ms. */
export async function startRefreshedShop(): Promise<RefreshedShop> {
  let aheadMs = 0;
  let shopId = '';
  let owner = testUser('owner');
  let owners = 0;
  const world = await startTestBed([], {
    clock: () => new Date(Date.now() + aheadMs),
    refreshTakeoverDelayMs: 300,
  });

  beforeEach(async () => {
    aheadMs = 0;
    owners += 1;
    owner = testUser(`owner-${owners}`);
    await world.sandbox.control('POST', '/_sandbox/reset');
    await world.owner('delete from partners.shop_claim');
  });

  async function callsOf(path: string): Promise<number> {
    const { items } = Value.Parse(Calls, await world.sandbox.control('GET', '/_sandbox/calls'));
    return items.filter((each) => each.path === path).reduce((sum, each) => sum + each.total, 0);
  }
  return {
    world,
    setAhead(ms) {
      aheadMs = ms;
    },
    async link(options = {}) {
      await world.sandbox.control('PUT', '/_sandbox/lazada', options);
      shopId = await world.link(owner, externalShopId);
      await world.sandbox.control('DELETE', '/_sandbox/calls');
    },
    shopId: () => shopId,
    owner: () => owner,
    faults: (...list) => world.sandbox.control('PUT', '/_sandbox/faults', { faults: list }),
    callsOf,
    refreshCalls: () => callsOf('/auth/token/refresh'),
    readShop: (partners = world.partners) =>
      partners.withShopAccess(owner.tenantId, shopId, async (access, connector) => {
        const { shop } = await connector.readShop(access);
        return shop.externalShopId;
      }),
    async events() {
      const rows = await world.owner(
        `select kind, code from partners.credential_event where tenant_id = '${owner.tenantId}' order by event_id`,
      );
      return rows.map((row) => [row['kind'], row['code']].filter(Boolean).join(' '));
    },
    async status() {
      const [shop] = await world.partners.listShops(owner.tenantId);
      return [shop?.status, shop?.reason];
    },
  };
}
