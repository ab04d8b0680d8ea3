import { expect, it } from 'vitest';
import { rewrapSecrets } from './rewrap-secrets.ts';

const teams = ['first', 'damaged', 'last'];

function startRewrapping(stopping: AbortController, rewrapped: string[], logged: object[]) {
  const rewrap = (kind: string) => async (tenantId: string) => {
    if (tenantId === 'damaged') throw new Error('the key is missing');
    rewrapped.push(`${kind} of ${tenantId}`);
    return kind === 'tokens' ? 2 : 1;
  };
  const log = (line: object) => void logged.push(line);
  return rewrapSecrets(
    {
      notifications: { rewrapSecrets: () => Promise.reject(new Error('the key is missing')) },
      partners: {
        async eachTenant(work, signal) {
          for (const tenantId of teams) if (!signal.aborted) await work(tenantId);
        },
        rewrapSecrets: rewrap('tokens'),
      },
      webhooks: { rewrapSecret: async (tenantId) => (await rewrap('webhook')(tenantId)) > 0 },
    },
    { info: log, error: log },
    stopping.signal,
  );
}

it('rewraps the secrets of all teams but those that fail', async () => {
  const rewrapped: string[] = [];
  const logged: object[] = [];
  await startRewrapping(new AbortController(), rewrapped, logged);
  expect(rewrapped).toEqual([
    'tokens of first',
    'webhook of first',
    'tokens of last',
    'webhook of last',
  ]);
  expect(logged).toMatchObject([
    { event: 'vault.rewrap_failed' },
    { event: 'vault.rewrap_failed', tenantId: 'damaged' },
    { event: 'vault.rewrap_failed', tenantId: 'damaged' },
    { event: 'vault.rewrapped', changed: 6 },
  ]);
});

it('begins no team after it was stopped', async () => {
  const stopping = new AbortController();
  const rewrapped: string[] = [];
  stopping.abort();
  await startRewrapping(stopping, rewrapped, []);
  expect(rewrapped).toEqual([]);
});
