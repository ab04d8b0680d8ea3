import { PartnerError, type PartnerErrorKind } from '@seller-connect/partners';
import { beforeEach, describe, expect, it } from 'vitest';
import { assertCircuitClosed, partnerCircuitOpen, shopCircuitOpen } from './circuit-breaker.ts';
import { testUser, startTestBed } from '../testing/test-bed.ts';

const minuteMs = 60_000;

/** Stands still but for `aheadMs`, so that a machine that stalls changes no wait. */
const startedAt = Date.now();
let aheadMs = 0;
const clock = () => new Date(startedAt + aheadMs);
const users = [testUser('lan'), testUser('minh'), testUser('hoa')];

const world = await startTestBed([], { clock });
const shops: string[] = [];
for (const [index, external] of ['200164501', '200283117', '200391240'].entries()) {
  shops.push(await world.link(users[index] ?? testUser('nobody'), external));
}

describe('a shop that fails repeatedly', () => {
  beforeEach(async () => {
    await world.owner('delete from partners.shop_circuit');
    await world.owner('delete from partners.partner_circuit');
  });

  /** Calls the partner for one of the shops. Returns the outcome or the error code. */
  async function call(index: number, fails?: PartnerErrorKind, code = 'own'): Promise<string> {
    // Lets some time pass between calls.
    aheadMs += 10;
    try {
      const { tenantId } = users[index] ?? testUser('nobody');
      return await world.partners.withShopAccess(tenantId, shops[index] ?? '', async () => {
        if (fails) throw new PartnerError({ kind: fails, code, endpoint: '/orders/get' });
        return 'answered';
      });
    } catch (error) {
      return error instanceof PartnerError ? error.code : String(error);
    }
  }

  async function waitOf(index: number): Promise<number> {
    const { tenantId } = users[index] ?? testUser('nobody');
    const error: unknown = await world.partners
      .withShopAccess(tenantId, shops[index] ?? '', async () => 'answered')
      .catch((refused: unknown) => refused);
    return error instanceof PartnerError ? (error.retryAfterMs ?? 0) : 0;
  }

  it('opens its circuit, is probed by one call, and is called again once that succeeds', async () => {
    for (let each = 0; each < 4; each += 1) {
      expect(await call(0, 'unavailable')).toBe('own');
      // Longer than the interval at which answers of the partner are recorded.
      aheadMs += 6000;
      expect(await call(1)).toBe('answered');
    }
    expect(await call(0, 'unavailable')).toBe(shopCircuitOpen);
    expect(await call(0)).toBe(shopCircuitOpen);
    expect(await waitOf(0)).toBeGreaterThan(minuteMs / 2);
    expect(await call(1)).toBe('answered');

    aheadMs += minuteMs;
    const probes = await Promise.all([
      call(0, 'protocol'),
      call(0, 'protocol'),
      call(0, 'protocol'),
    ]);
    expect(probes).toEqual([shopCircuitOpen, shopCircuitOpen, shopCircuitOpen]);
    expect(await waitOf(0)).toBeGreaterThan(minuteMs);

    aheadMs += 2 * minuteMs;
    expect(await call(0)).toBe('answered');
    expect(await call(0, 'unavailable')).toBe('own');
    expect(await call(0)).toBe('answered');
  });

  it('lets one call through when its cooldown is over', async () => {
    for (let each = 0; each < 5; each += 1) await call(0, 'invalid_request');
    aheadMs += minuteMs + 1000;
    let release = (): void => undefined;
    const released = new Promise<void>((done) => {
      release = done;
    });
    const { tenantId } = users[0] ?? testUser('nobody');
    const probe = world.partners.withShopAccess(tenantId, shops[0] ?? '', async () => {
      expect(await call(0)).toBe(shopCircuitOpen);
      release();
      return 'answered';
    });
    await released;
    expect(await probe).toBe('answered');
    expect(await call(0)).toBe('answered');
  });

  it('is probed at once when the clock of the process that opened its circuit was an hour ahead', async () => {
    aheadMs += 60 * minuteMs;
    for (let each = 0; each < 5; each += 1) await call(0, 'invalid_request');
    expect(await call(0)).toBe(shopCircuitOpen);
    aheadMs -= 60 * minuteMs;
    expect(await call(0)).toBe('answered');
  });

  it.each(['refused', 'expired'])('completes its probe when its token was %s', async (token) => {
    const { tenantId } = users[0] ?? testUser('nobody');
    const shopId = shops[0] ?? '';
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
      expect([await call(0), await call(1)]).toEqual([partnerCircuitOpen, partnerCircuitOpen]);
      return 'answered';
    });
    expect(await probe).toBe('answered');
    expect(tokens.size).toBe(token === 'refused' ? 2 : 1);
    expect([await call(0), await call(1)]).toEqual(['answered', 'answered']);
  });

  it('is not blamed when its partner fails for every shop', async () => {
    for (let each = 0; each < 2; each += 1) {
      expect(await call(0, 'unavailable')).toBe('own');
      expect(await call(1, 'unavailable')).toBe('own');
    }
    expect(await call(0, 'unavailable')).toBe(partnerCircuitOpen);
    // This includes shops that made no call yet, and no shop's own circuit is open.
    expect(await call(2)).toBe(partnerCircuitOpen);
    const open = await world.owner(`select from partners.shop_circuit where state <> 'closed'`);
    expect(open).toEqual([]);

    aheadMs += minuteMs / 2;
    expect(await call(2)).toBe('answered');
    expect(await call(0, 'unavailable')).toBe('own');
    expect(await call(0)).toBe('answered');
    expect(await call(1)).toBe('answered');
  });

  it('does not take the probe of its partner, which would block the other shops', async () => {
    for (let each = 0; each < 5; each += 1) await call(0, 'protocol');
    for (let each = 0; each < 3; each += 1) {
      await call(1, 'unavailable');
      await call(2, 'unavailable');
    }
    expect(await call(1)).toBe(partnerCircuitOpen);
    // The partner's cooldown is over, that of the shop is not.
    aheadMs += minuteMs / 2 + 1000;
    expect(await call(0)).toBe(shopCircuitOpen);
    expect(await call(1)).toBe('answered');
  });

  it('does not take its own probe when another shop probes the partner first', async () => {
    for (let each = 0; each < 5; each += 1) await call(0, 'protocol');
    const { tenantId } = users[0] ?? testUser('nobody');
    const past = clock();
    aheadMs += minuteMs + 1000;
    await expect(
      assertCircuitClosed(
        { database: world.database, clock },
        { tenantId, shopId: shops[0] ?? '', platform: 'LAZADA' },
        {
          shopCircuit: 'open',
          shopFailures: 5,
          shopProbeAt: past,
          // As read before the other shop's probe began. The stored circuit has none to give.
          partnerCircuit: 'open',
          partnerFailures: 5,
          partnerProbeAt: past,
          partnerAnsweredAt: null,
        },
      ),
    ).rejects.toMatchObject({ code: partnerCircuitOpen });
    expect(await call(0)).toBe('answered');
  });

  it('does not open its circuit for a failure with a remedy, nor for an ambiguous one', async () => {
    for (let each = 0; each < 7; each += 1) expect(await call(0, 'throttled')).toBe('own');
    for (let each = 0; each < 7; each += 1) expect(await call(1, 'unavailable')).toBe('own');
    expect([await call(0), await call(1)]).toEqual(['answered', 'answered']);
  });

  it.each([
    ['protocol', 'answer_too_large'],
    ['unavailable', 'not_json'],
    ['unavailable', 'not_utf8'],
    ['unavailable', 'rows_missing'],
    ['unavailable', 'empty_page'],
  ] as const)('does not affect others by the content of a response: %s, %s', async (kind, code) => {
    for (let each = 0; each < 4; each += 1) {
      expect(await call(0, kind, code)).toBe(code);
      expect(await call(1, kind, code)).toBe(code);
    }
    await call(0, kind, code);
    await call(1, kind, code);
    expect(await call(2)).toBe('answered');
  });

  it('does not affect other teams, however many shops of its own team fail', async () => {
    const [lan = testUser('lan')] = users;
    const second = await world.link(lan, '200164502');
    for (let each = 0; each < 4; each += 1) {
      expect(await call(0, 'unavailable')).toBe('own');
      const failing = world.partners.withShopAccess(lan.tenantId, second, async () => {
        throw new PartnerError({ kind: 'unavailable', code: 'own', endpoint: '/orders/get' });
      });
      await expect(failing).rejects.toMatchObject({ code: 'own' });
    }
    expect(await call(1)).toBe('answered');
  });

  it('is called at once when it was linked again', async () => {
    for (let each = 0; each < 5; each += 1) await call(2, 'protocol');
    expect(await call(2)).toBe(shopCircuitOpen);
    await world.link(users[2] ?? testUser('nobody'), '200391240');
    expect(await call(2)).toBe('answered');
  });
});
