import { expect, it } from 'vitest';
import { PartnerClock } from './partner-clock.ts';
import { createTestEnvironment } from '../testing/environment.ts';

it('computes the partner’s clock lag from its newest Date header', async () => {
  const said = ['Tue, 10 Nov 2026 08:00:00 GMT', 'noon', 'Wed, 11 Nov 2026 09:00:00 GMT', null];
  const clock = new PartnerClock();
  const { fetch } = clock.listening(
    createTestEnvironment(
      {},
      {
        clock: () => new Date('2026-11-11T08:00:00Z'),
        fetch: async () => {
          const date = said.shift();
          return new Response('{}', date ? { headers: { date } } : {});
        },
      },
    ),
  );
  const heard: (number | null)[] = [clock.lagMs];
  while (said.length > 0) {
    await fetch('https://partner.test/');
    heard.push(clock.lagMs);
  }
  expect(heard).toEqual([null, 86_400_000, 86_400_000, -3_600_000, -3_600_000]);
});
