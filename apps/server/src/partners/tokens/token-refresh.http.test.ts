import { randomBytes } from 'node:crypto';
import { PartnerError } from '@seller-connect/partners';
import { describe, expect, it } from 'vitest';
import { createKeyring, createVault } from '../../platform/vault/vault.ts';
import { externalShopId, startRefreshedShop } from '../testing/refreshed-shop.ts';

const hourMs = 3_600_000;
const shop = await startRefreshedShop();
const { world, link, faults, refreshCalls, readShop, events, status } = shop;

describe('token refresh', () => {
  /** Marks the token as expired. Waiting for a short-lived one would race with linking. */
  const endToken = () =>
    world.owner(`update partners.connection set access_expires_at = now() - interval '1 second'`);

  it('reuses a valid access token without calling the partner', async () => {
    await link();
    expect(await readShop()).toBe(externalShopId);
    expect(await refreshCalls()).toBe(0);
  });

  it('refreshes an expired token once for ten users in three processes', async () => {
    await link();
    await endToken();
    const processes = [world.partners, await world.another(), await world.another()];
    const users = Array.from({ length: 10 }, (_, index) => readShop(processes[index % 3]));
    expect(await Promise.all(users)).toEqual(Array<string>(10).fill(externalShopId));
    expect(await refreshCalls()).toBe(1);
    expect(await events()).toEqual(['linked', 'refreshed']);
  });

  it('leaves no event of refreshes older than 90 days, and those of the link', async () => {
    await link();
    await endToken();
    await readShop();
    const { tenantId } = shop.owner();
    await world.owner(
      `update partners.credential_event set occurred_at = now() - interval '91 days' where tenant_id = '${tenantId}'`,
    );
    await endToken();
    await readShop();
    expect(await events()).toEqual(['linked', 'refreshed']);
  });

  it('refreshes a rejected token once for ten users, and retries their work', async () => {
    await link();
    await faults({ kind: 'expired_token', path: '/seller/get', count: 1 });
    const users = await Promise.all(Array.from({ length: 10 }, () => readShop()));
    expect(users).toEqual(Array<string>(10).fill(externalShopId));
    expect(await refreshCalls()).toBe(1);
  });

  it('refreshes once in a chain of calls when the fresh token is rejected too', async () => {
    await link();
    await faults({ kind: 'expired_token', path: '/seller/get' });
    await expect(readShop()).rejects.toMatchObject({ reason: 'refused' });
    expect(await refreshCalls()).toBe(1);
    expect(await events()).toEqual(['linked', 'refreshed', expect.stringMatching(/^needs_re/)]);
    expect(await status()).toEqual(['needs_reauthorization', 'refused']);
  });

  it('refreshes once when the stored token has expired and its successor is rejected', async () => {
    await link();
    await endToken();
    await faults({ kind: 'expired_token', path: '/seller/get' });
    await expect(readShop()).rejects.toMatchObject({ reason: 'refused' });
    expect(await refreshCalls()).toBe(1);
  });

  it('neither refreshes nor asks for consent when the application lacks a permission', async () => {
    await link();
    for (let each = 0; each < 6; each += 1) {
      await expect(
        world.partners.withShopAccess(shop.owner().tenantId, shop.shopId(), () =>
          Promise.reject(
            new PartnerError({ kind: 'not_permitted', code: 'x', endpoint: '/finance/get' }),
          ),
        ),
      ).rejects.toMatchObject({ kind: 'not_permitted' });
    }
    expect(await refreshCalls()).toBe(0);
    expect(await status()).toEqual(['connected', null]);
    // The shop's circuit stays closed, so operations that do not need the permission continue.
    expect(await readShop()).toBe(externalShopId);
  });

  it('does not ask for consent when fresh tokens expire before they are used', async () => {
    await link({ accessTokenSeconds: 30 });
    await faults({ kind: 'expired_token', path: '/seller/get' });
    await expect(readShop()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await refreshCalls()).toBe(1);
    expect(await status()).toEqual(['connected', null]);
    await faults();
    expect(await readShop()).toBe(externalShopId);
  });

  it('refreshes early, and continues with the valid token when that fails', async () => {
    await link({ accessTokenSeconds: 7 * 24 * 3600 });
    shop.setAhead(6.5 * 24 * hourMs);
    await faults({ kind: 'api_error', path: '/auth/token/refresh', code: 'ApiCallLimit' });
    expect(await readShop()).toBe(externalShopId);
    expect(await readShop()).toBe(externalShopId);
    // The second read did not retry the refresh at once.
    expect(await refreshCalls()).toBe(1);
    shop.setAhead(6.5 * 24 * hourMs + hourMs / 10);
    await faults();
    expect(await readShop()).toBe(externalShopId);
    expect(await events()).toEqual(['linked', 'refresh_failed ApiCallLimit', 'refreshed']);
  });

  it.each([
    ['a little later', 11_000],
    ['by a clock that is an hour behind', -hourMs],
  ])('retries a lost early refresh while the old token is valid, %s', async (_, passedMs) => {
    await link({ accessTokenSeconds: 7 * 24 * 3600 });
    shop.setAhead(6.5 * 24 * hourMs + hourMs);
    await faults({ kind: 'http_5xx', path: '/auth/token/refresh', count: 1 });
    expect(await readShop()).toBe(externalShopId);
    shop.setAhead(6.5 * 24 * hourMs + hourMs + passedMs);
    expect(await readShop()).toBe(externalShopId);
    expect((await events()).toSorted().join()).toBe('linked,refresh_uncertain http_502,refreshed');
  });

  it('marks a revoked consent once; linking the shop again clears it', async () => {
    await link();
    await faults({ kind: 'revoked_token', path: '/seller/get', count: 1 });
    const users = await Promise.allSettled(Array.from({ length: 5 }, () => readShop()));
    for (const user of users) {
      expect(user).toMatchObject({
        reason: { status: 'needs_reauthorization', reason: 'refused' },
      });
    }
    expect(await status()).toEqual(['needs_reauthorization', 'refused']);
    expect(await events()).toEqual(['linked', 'needs_reauthorization IllegalRefreshToken']);
    const before = shop.shopId();
    await link();
    expect(shop.shopId()).toBe(before);
    expect(await status()).toEqual(['connected', null]);
    expect(await readShop()).toBe(externalShopId);
  });

  it('marks a consent without refresh when its token expires', async () => {
    await link({ subscriptionMode: true });
    await endToken();
    await expect(readShop()).rejects.toMatchObject({ reason: 'ended' });
    expect(await refreshCalls()).toBe(0);
    expect(await status()).toEqual(['needs_reauthorization', 'ended']);
  });

  it('returns a lost response as an error and retries, as the old token may still be valid', async () => {
    await link();
    await faults(
      { kind: 'expired_token', path: '/seller/get', count: 1 },
      { kind: 'http_5xx', path: '/auth/token/refresh', count: 1 },
    );
    await expect(readShop()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await readShop()).toBe(externalShopId);
    expect(await events()).toEqual(['linked', 'refresh_uncertain http_502', 'refreshed']);
  });
  it('blames a lost refresh while a late call may have reached the partner, and not forever', async () => {
    await link();
    const oneLostCall = () =>
      faults(
        { kind: 'expired_token', path: '/seller/get', count: 1 },
        { kind: 'http_5xx', path: '/auth/token/refresh', count: 1 },
      );
    const withdraw = () => faults({ kind: 'revoked_token', path: '/seller/get', count: 1 });
    await oneLostCall();
    await expect(readShop()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await readShop()).toBe(externalShopId);
    await withdraw();
    await expect(readShop()).rejects.toMatchObject({ reason: 'renewal_lost' });

    await link();
    await oneLostCall();
    await expect(readShop()).rejects.toMatchObject({ kind: 'unavailable' });
    shop.setAhead(90_000);
    expect(await readShop()).toBe(externalShopId);
    await withdraw();
    await expect(readShop()).rejects.toMatchObject({ reason: 'refused' });
  });

  it('releases the lease of a refresh whose stored tokens do not open', async () => {
    await link();
    await endToken();
    const keyring = createKeyring([{ id: 'other', bytes: randomBytes(32) }]);
    const withoutKey = await world.another({ vault: createVault(keyring) });
    await expect(readShop(withoutKey)).rejects.toThrow('key');
    expect(await readShop()).toBe(externalShopId);
    expect(await events()).toEqual(['linked', 'refresh_failed internal', 'refreshed']);
    await faults({ kind: 'revoked_token', path: '/seller/get', count: 1 });
    await expect(readShop()).rejects.toMatchObject({ reason: 'refused' });
  });

  it('does not reconnect a shop that is disconnected during its refresh', async () => {
    await link();
    await faults(
      { kind: 'expired_token', path: '/seller/get', count: 1 },
      { kind: 'latency', path: '/auth/token/refresh', ms: 400, count: 1 },
    );
    const pendingRead = readShop();
    await expect.poll(refreshCalls).toBe(1);
    const headers = { authorization: `Bearer ${shop.owner().name}` };
    const url = `/partner/shops/${shop.shopId()}/disconnect`;
    const ended = await world.http.app.inject({ method: 'POST', url, headers });
    expect(ended.statusCode).toBe(200);
    await expect(pendingRead).rejects.toMatchObject({ status: 'disconnected' });
    expect(await status()).toEqual(['disconnected', null]);
    const rows = `select sealed from partners.connection where tenant_id = '${shop.owner().tenantId}'`;
    expect(await world.owner(rows)).toEqual([{ sealed: null }]);
  });
});
