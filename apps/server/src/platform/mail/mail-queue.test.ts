import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMailQueue } from './mail-queue.ts';
import { maxConcurrentEmails } from './message.ts';

it('ends a round with the last email that is being sent, though the database fails for another one', async () => {
  const due = ['refused', 'slow'];
  const events: string[] = [];
  const isRefused = Promise.withResolvers<void>();
  const queue = createMailQueue({
    database: {
      query: async <Row>() =>
        due
          .splice(0, 1)
          .map((id): Row => Object({ id, kind: 'test', attempts: 1, isExpired: false })),
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

it('begins no email after it was stopped', async () => {
  const due = Array.from({ length: 3 * maxConcurrentEmails }, (_, index) => `email ${index}`);
  const isStopped = Promise.withResolvers<void>();
  let sent = 0;
  const queue = createMailQueue({
    database: {
      query: async <Row>() =>
        due
          .splice(0, 1)
          .map((id): Row => Object({ id, kind: 'test', attempts: 1, isExpired: false })),
      execute: async () => 1,
    },
    transport: {
      async send() {
        sent += 1;
        if (sent === 1) isStopped.resolve(queue.stop());
      },
      close: () => undefined,
    },
    emailComposers: { test: async () => ({ to: 'lan@shop.test', subject: '', text: '' }) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  queue.start();
  await isStopped.promise;
  expect(sent).toBeLessThanOrEqual(maxConcurrentEmails);
  expect(due).toHaveLength(3 * maxConcurrentEmails - sent);
});
