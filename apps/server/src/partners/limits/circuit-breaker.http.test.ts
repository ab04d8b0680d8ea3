import { PartnerError, type PartnerErrorKind } from '@seller-connect/partners';
import { beforeEach, describe, expect, it } from 'vitest';
import { assertCircuitClosed, partnerCircuitOpen, shopCircuitOpen } from './circuit-breaker.ts';
import { testUser, startTestBed } from '../testing/test-bed.ts';

const minuteMs = 60_000;

/** Stands still but for `aheadMs`, so that a machine that stalls changes no wait. */
const startedAt = Date.now();
let aheadMs = 0;
const clock = () => new Date(startedAt + aheadMs);

const world = await startTestBed([], { clock });

/** Links a shop to a team of its own. */
async function linkShop(userName: string, externalShopId: string) {
  const user = testUser(userName);
  const shopId = await world.link(user, externalShopId);
  return { user, tenantId: user.tenantId, externalShopId, shopId };
}
const shop = await linkShop('lan', '200164501');
const second = await linkShop('minh', '200283117');
const third = await linkShop('hoa', '200391240');

describe('a shop that fails repeatedly', () => {
  beforeEach(async () => {
    await world.owner('delete from partners.shop_circuit');
    await world.owner('delete from partners.partner_circuit');
  });

  /** Number of calls that were let through. */
  let calls = 0;

  /** Calls the partner for a shop. Returns the outcome or the error code. */
  async function call(
    { tenantId, shopId }: typeof shop,
    fails?: PartnerErrorKind,
    code = 'own',
  ): Promise<string> {
    // Lets some time pass between calls.
    aheadMs += 10;
    try {
      return await world.partners.withShopAccess(tenantId, shopId, async () => {
        calls += 1;
        if (fails) throw new PartnerError({ kind: fails, code, endpoint: '/orders/get' });
        return 'answered';
      });
    } catch (error) {
      return error instanceof PartnerError ? error.code : String(error);
    }
  }

  async function retryAfterMs({ tenantId, shopId }: typeof shop): Promise<number> {
    const error: unknown = await world.partners
      .withShopAccess(tenantId, shopId, async () => 'answered')
      .catch((refused: unknown) => refused);
    return error instanceof PartnerError ? (error.retryAfterMs ?? 0) : 0;
  }

  it('opens its circuit, is probed by one call, and is called again once that succeeds', async () => {
    for (let each = 0; each < 4; each += 1) {
      expect(await call(shop, 'unavailable')).toBe('own');
      // Longer than the interval at which answers of the partner are recorded.
      aheadMs += 6000;
      expect(await call(second)).toBe('answered');
    }
    expect(await call(shop, 'unavailable')).toBe(shopCircuitOpen);
    expect(await call(shop)).toBe(shopCircuitOpen);
    expect(await retryAfterMs(shop)).toBeGreaterThan(minuteMs / 2);
    expect(await call(second)).toBe('answered');

    aheadMs += minuteMs;
    const callsBefore = calls;
    const probes = await Promise.all([
      call(shop, 'protocol'),
      call(shop, 'protocol'),
      call(shop, 'protocol'),
    ]);
    expect(calls - callsBefore).toBe(1);
    expect(probes).toEqual([shopCircuitOpen, shopCircuitOpen, shopCircuitOpen]);
    expect(await retryAfterMs(shop)).toBeGreaterThan(minuteMs);

    aheadMs += 2 * minuteMs;
    expect(await call(shop)).toBe('answered');
    expect(await call(shop, 'unavailable')).toBe('own');
    expect(await call(shop)).toBe('answered');
  });

  it('lets one call through when its cooldown is over', async () => {
    for (let each = 0; each < 5; each += 1) await call(shop, 'invalid_request');
    aheadMs += minuteMs + 1000;
    const probe = world.partners.withShopAccess(shop.tenantId, shop.shopId, async () => {
      expect(await call(shop)).toBe(shopCircuitOpen);
      return 'answered';
    });
    expect(await probe).toBe('answered');
    expect(await call(shop)).toBe('answered');
  });

  it('is probed at once when the clock of the process that opened its circuit was an hour ahead', async () => {
    aheadMs += 60 * minuteMs;
    for (let each = 0; each < 5; each += 1) await call(shop, 'invalid_request');
    expect(await call(shop)).toBe(shopCircuitOpen);
    aheadMs -= 60 * minuteMs;
    expect(await call(shop)).toBe('answered');
  });

  it.each(['refused', 'expired'])('completes its probe when its token was %s', async (token) => {
    const { tenantId, shopId } = shop;
    const now = clock().toISOString();
    // Both cooldowns are over.
    await world.owner(
      `insert into partners.partner_circuit (partner, state, failures, probe_at) values ('LAZADA', 'open', 5, '${now}')`,
    );
    await world.owner(
      `insert into partners.shop_circuit values ('${tenantId}', '${shopId}', 'open', 5, '${now}', '${now}', 1)`,
    );
    aheadMs += 1000;
    if (token === 'expired')
      await world.owner(
        `update partners.connection set access_expires_at = '${now}' where tenant_id = '${tenantId}'`,
      );
    const tokens = new Set<string>();
    const probe = world.partners.withShopAccess(tenantId, shopId, async ({ accessToken }) => {
      tokens.add(accessToken);
      if (token === 'refused' && tokens.size === 1)
        throw new PartnerError({ kind: 'unauthorized', code: 'own', endpoint: '/orders/get' });
      // Others are blocked until the probe has its result.
      expect([await call(shop), await call(second)]).toEqual([
        partnerCircuitOpen,
        partnerCircuitOpen,
      ]);
      return 'answered';
    });
    expect(await probe).toBe('answered');
    expect(tokens.size).toBe(token === 'refused' ? 2 : 1);
    expect([await call(shop), await call(second)]).toEqual(['answered', 'answered']);
  });

  it('is not blamed when its partner fails for every shop', async () => {
    for (let each = 0; each < 2; each += 1) {
      expect(await call(shop, 'unavailable')).toBe('own');
      expect(await call(second, 'unavailable')).toBe('own');
    }
    expect(await call(shop, 'unavailable')).toBe(partnerCircuitOpen);
    // This includes shops that made no call yet, and no shop's own circuit is open.
    expect(await call(third)).toBe(partnerCircuitOpen);
    const open = await world.owner(`select from partners.shop_circuit where state <> 'closed'`);
    expect(open).toEqual([]);

    aheadMs += minuteMs / 2;
    expect(await call(third)).toBe('answered');
    expect(await call(shop, 'unavailable')).toBe('own');
    expect(await call(shop)).toBe('answered');
    expect(await call(second)).toBe('answered');
  });

  it('does not take the probe of its partner, which would block the other shops', async () => {
    for (let each = 0; each < 5; each += 1) await call(shop, 'protocol');
    for (let each = 0; each < 3; each += 1) {
      await call(second, 'unavailable');
      await call(third, 'unavailable');
    }
    expect(await call(second)).toBe(partnerCircuitOpen);
    // The partner's cooldown is over, that of the shop is not.
    aheadMs += minuteMs / 2 + 1000;
    expect(await call(shop)).toBe(shopCircuitOpen);
    expect(await call(second)).toBe('answered');
  });

  it('does not take its own probe when another shop probes the partner first', async () => {
    for (let each = 0; each < 5; each += 1) await call(shop, 'protocol');
    const { tenantId, shopId } = shop;
    const past = clock();
    aheadMs += minuteMs + 1000;
    await expect(
      assertCircuitClosed(
        { database: world.database, clock },
        { tenantId, shopId, platform: 'LAZADA' },
        {
          shopCircuit: 'open',
          shopProbeAt: past,
          // As read before the other shop's probe began. In the stored circuit, the probe is taken.
          partnerCircuit: 'open',
          partnerFailures: 5,
          partnerProbeAt: past,
          partnerAnsweredAt: null,
        },
      ),
    ).rejects.toMatchObject({ code: partnerCircuitOpen });
    expect(await call(shop)).toBe('answered');
  });

  it('does not open its circuit for a failure with a remedy, nor for an ambiguous one', async () => {
    for (let each = 0; each < 7; each += 1) expect(await call(shop, 'throttled')).toBe('own');
    for (let each = 0; each < 7; each += 1) expect(await call(second, 'unavailable')).toBe('own');
    expect([await call(shop), await call(second)]).toEqual(['answered', 'answered']);
  });

  it.each([
    ['protocol', 'answer_too_large'],
    ['unavailable', 'not_json'],
    ['unavailable', 'not_utf8'],
    ['unavailable', 'rows_missing'],
    ['unavailable', 'empty_page'],
  ] as const)('does not affect others by the content of a response: %s, %s', async (kind, code) => {
    for (let each = 0; each < 4; each += 1) {
      expect(await call(shop, kind, code)).toBe(code);
      expect(await call(second, kind, code)).toBe(code);
    }
    await call(shop, kind, code);
    await call(second, kind, code);
    expect(await call(third)).toBe('answered');
  });

  it('does not affect other teams, however many shops of its own team fail', async () => {
    const sibling = await world.link(shop.user, '200164502');
    for (let each = 0; each < 4; each += 1) {
      expect(await call(shop, 'unavailable')).toBe('own');
      const failing = world.partners.withShopAccess(shop.tenantId, sibling, async () => {
        throw new PartnerError({ kind: 'unavailable', code: 'own', endpoint: '/orders/get' });
      });
      await expect(failing).rejects.toMatchObject({ code: 'own' });
    }
    expect(await call(second)).toBe('answered');
  });

  it('is called at once when it was linked again', async () => {
    for (let each = 0; each < 5; each += 1) await call(third, 'protocol');
    expect(await call(third)).toBe(shopCircuitOpen);
    await world.link(third.user, third.externalShopId);
    expect(await call(third)).toBe('answered');
  });
});
