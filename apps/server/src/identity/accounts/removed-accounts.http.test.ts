import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { RemovedAccount } from './removed-accounts.ts';
import { createRemovedAccounts } from './removed-accounts.ts';
import { callApi, Browser, signInForTokens } from '../testing/browser.ts';
import { registerAccount } from '../testing/emails.ts';
import { startIdentity, type TestIdentity } from '../testing/start-identity.ts';

let running: TestIdentity;
afterEach(() => running.stop());

const password = 'bốn con mèo trên mái';

/** Registers an account and has its user remove it. */
async function comeAndGo(email: string, before?: () => Promise<unknown>): Promise<RemovedAccount> {
  await registerAccount(running, new Browser(running.origin), { email, password });
  await before?.();
  const { tokens } = await signInForTokens(running.origin, { username: email, password });
  const verified = await running.identity.verifyAccessToken(tokens.access_token);
  const answer = await callApi(running.origin, tokens, 'POST', '/users/me/removal', {
    currentPassword: password,
  });
  expect(answer.status).toBe(204);
  return { sub: verified?.sub ?? '', tenantId: verified?.tenantId ?? '' };
}
const waiting = () => running.admin('select account_id from identity.removed_account');

describe('the removal of an account', () => {
  it('reaches the other domains before the response, once', async () => {
    const notified: RemovedAccount[] = [];
    running = await startIdentity(
      {},
      { onAccountRemoved: async (account) => void notified.push(account) },
    );
    const gone = await comeAndGo('gone@shop.test');
    expect(notified).toEqual([gone]);
    expect(await waiting()).toEqual([]);
  });

  it('reaches every team of the account', async () => {
    const notified: RemovedAccount[] = [];
    running = await startIdentity(
      {},
      { onAccountRemoved: async (account) => void notified.push(account) },
    );
    const [previous, home] = [randomUUID(), randomUUID()];
    const gone = await comeAndGo('gone@shop.test', () =>
      running.admin(
        `update identity.account set return_tenant_id = $1, earlier_tenant_ids = array[$2::uuid] where email_key = $3`,
        [previous, home, 'gone@shop.test'],
      ),
    );
    expect(notified.map(({ tenantId }) => tenantId).toSorted()).toEqual(
      [gone.tenantId, previous, home].toSorted(),
    );
    expect(notified.every(({ sub }) => sub === gone.sub)).toBe(true);
  });

  it('reaches the other domains although a hundred earlier ones fail again and again', async () => {
    const notified: RemovedAccount[] = [];
    const stuckTenant = randomUUID();
    running = await startIdentity(
      {},
      {
        onAccountRemoved: async (account) => {
          if (account.tenantId === stuckTenant) throw new Error('its shop is locked');
          notified.push(account);
        },
      },
    );
    await running.admin(
      `insert into identity.removed_account (account_id, tenant_id, removed_at)
       select gen_random_uuid(), $1, now() - interval '1 day' from generate_series(1, 100)`,
      [stuckTenant],
    );
    const gone = await comeAndGo('gone@shop.test');
    expect(notified).toEqual([gone]);
    expect(await waiting()).toHaveLength(100);
  });

  it('is announced again, by any process, until the other domains have handled it', async () => {
    let failing = true;
    const notified: RemovedAccount[] = [];
    running = await startIdentity(
      {},
      {
        onAccountRemoved: async () => {
          if (failing) throw new Error('the database is away');
        },
      },
    );
    const gone = await comeAndGo('gone@shop.test');
    expect(await waiting()).toEqual([{ account_id: gone.sub }]);
    failing = false;
    const another = createRemovedAccounts({
      database: running.database,
      onAccountRemoved: async (account) => void notified.push(account),
      log: { error: () => undefined },
    });
    await another.notifyDomains();
    await another.notifyDomains();
    expect(notified).toEqual([gone]);
    expect(await waiting()).toEqual([]);
  });
});
