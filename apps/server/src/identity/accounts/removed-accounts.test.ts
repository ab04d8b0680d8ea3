import { expect, it } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { createRemovedAccounts } from './removed-accounts.ts';

it('notifies of the other removals when one fails, and of none after it was stopped', async () => {
  const stopping = new AbortController();
  const notified: string[] = [];
  const logged: object[] = [];
  const database: Pick<Database, 'query' | 'execute'> = {
    query: async <Row>() =>
      ['refused', 'second', 'third'].map((sub): Row => Object({ sub, tenantId: 'team' })),
    execute: async () => 1,
  };
  const { notifyDomains } = createRemovedAccounts({
    database,
    async onAccountRemoved({ sub }) {
      if (sub === 'refused') throw new Error('refused');
      notified.push(sub);
      stopping.abort();
    },
    log: { error: (line: object) => void logged.push(line) },
  });
  await notifyDomains(stopping.signal);
  expect(notified).toEqual(['second']);
  expect(logged).toMatchObject([{ event: 'identity.erasure_incomplete', actor: 'refused' }]);
});
