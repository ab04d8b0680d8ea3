import { expect, it } from 'vitest';
import { rewrapSecrets } from './work.ts';

const teams = ['first', 'damaged', 'last'];

async function each(
  tenants: readonly string[],
  work: (tenantId: string) => Promise<void>,
  signal: AbortSignal,
) {
  for (const tenantId of tenants) if (!signal.aborted) await work(tenantId);
}

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
        eachTenant: (work, signal) => each(teams, work, signal),
        rewrapSecrets: rewrap('tokens'),
      },
      webhooks: {
        eachOldSecret: (work, signal) => each([...teams, 'without shops'], work, signal),
        rewrapSecret: async (tenantId) => (await rewrap('webhook')(tenantId)) > 0,
      },
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
    'tokens of last',
    'webhook of first',
    'webhook of last',
    'webhook of without shops',
  ]);
  expect(logged).toMatchObject([
    { event: 'vault.rewrap_failed' },
    { event: 'vault.rewrap_failed', tenantId: 'damaged' },
    { event: 'vault.rewrap_failed', tenantId: 'damaged' },
    { event: 'vault.rewrapped', changed: 7 },
  ]);
});

it('begins no team after it was stopped', async () => {
  const stopping = new AbortController();
  const rewrapped: string[] = [];
  stopping.abort();
  await startRewrapping(stopping, rewrapped, []);
  expect(rewrapped).toEqual([]);
});
