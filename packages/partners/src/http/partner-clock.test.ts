import { expect, it } from 'vitest';
import { PartnerClock } from './partner-clock.ts';
import { createTestEnvironment } from '../testing/environment.ts';

it('computes the partner’s clock lag from its newest Date header', async () => {
  const dates = ['Tue, 10 Nov 2026 08:00:00 GMT', 'noon', 'Wed, 11 Nov 2026 09:00:00 GMT', null];
  const clock = new PartnerClock();
  const { fetch } = clock.listening(
    createTestEnvironment(
      {},
      {
        clock: () => new Date('2026-11-11T08:00:00Z'),
        fetch: async () => {
          const date = dates.shift();
          return new Response('{}', date ? { headers: { date } } : {});
        },
      },
    ),
  );
  const lags: (number | null)[] = [clock.lagMs];
  while (dates.length > 0) {
    await fetch('https://partner.test/');
    lags.push(clock.lagMs);
  }
  expect(lags).toEqual([null, 86_400_000, 86_400_000, -3_600_000, -3_600_000]);
});
