import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMailQueue } from './mail-queue.ts';

it('ends a round with the last email that is being sent, though the database fails for another one', async () => {
  const due = ['refused', 'slow'];
  const expiresAt = new Date('9999-12-31');
  const events: string[] = [];
  const isRefused = Promise.withResolvers<void>();
  const queue = createMailQueue({
    database: {
      query: async <Row>() =>
        due.splice(0, 1).map((id): Row => Object({ id, kind: 'test', attempts: 1, expiresAt })),
      execute: async (statement) => {
        if (statement.name === 'mail.postpone') throw new Error('the database is away');
        return 1;
      },
    },
    transport: {
      async send(id) {
        if (id === 'refused') {
          isRefused.resolve();
          throw new Error('busy');
        }
        await isRefused.promise;
        // Longer than the error takes to end the round.
        for (let tick = 0; tick < 50; tick += 1) await setImmediate();
        events.push('sent');
      },
      close: () => undefined,
    },
    emailComposers: { test: async () => ({ to: 'lan@shop.test', subject: '', text: '' }) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const round = queue.deliverDue().finally(() => events.push('ended'));
  await expect(round).rejects.toThrow('the database is away');
  expect(events).toEqual(['sent', 'ended']);
});
