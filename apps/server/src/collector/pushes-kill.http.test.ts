import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it, vi } from 'vitest';
import type { CrashPoint } from '../platform/database/testing/crash-points.ts';
import { createSeller } from './testing/linked-seller.ts';
import { startReceiverChild } from './testing/processes/killable-child.ts';
import { createTestPushes, pushTargets, startReceiver } from './testing/receiver.ts';
import { startCollecting } from './testing/start-collecting.ts';
import { eventfulDays, storedDays } from './testing/stored-days.ts';

const external = '200391240';
const daySeconds = 86_400;

const { databaseUrl, sandbox, assembly } = await startCollecting({
  sandbox: ['--size', 'mini', '--months', '4', '--clock', '2026-11-10T08:00:00Z'],
  // After the first sync, only pushes cause fetches.
  worker: { concurrency: 3, pollIntervalMs: 150, changesEveryMs: 3_600_000 },
});
const seller = await createSeller(assembly);
const shopId = await seller.link(sandbox, external);
await seller.until(180_000);

describe('a process that receives pushes', () => {
  const startReceiverUntil = (diesAt: CrashPoint) =>
    startReceiverChild({
      databaseUrl,
      lazadaUrl: sandbox.lazadaUrl,
      callsPerSecond: 1000,
      diesAt: [diesAt],
    });

  it.each<[string, CrashPoint]>([
    ['before it stores one', { statement: 'pushes.insert_message', when: 'before', occurrence: 1 }],
    [
      'after it stored one',
      { statement: 'pushes.insert_message', when: 'committed', occurrence: 1 },
    ],
    ['after it acknowledged one', { receipt: '/partner/push/lazada', occurrence: 1 }],
  ])(
    'loses none when it is killed %s',
    async (_when, diesAt) => {
      const child = await startReceiverUntil(diesAt);
      try {
        await sandbox.control('PUT', 'push', { LAZADA: pushTargets(child.line).LAZADA });
        await sandbox.clock({ advanceSeconds: daySeconds });
        let isDead = false;
        void child.ended.then(() => (isDead = true));
        await vi.waitFor(
          async () => {
            // A busy machine may answer too late for the marketplace, which then sends it again.
            if (!isDead) await retryDeliveries();
            expect(isDead).toBe(true);
          },
          { timeout: 180_000, interval: 100 },
        );
      } finally {
        await child.kill();
      }
      // Takes the place of the killed process. It survives, so it needs no process of its own.
      const port = Number(new URL(child.line).port);
      const pushes = createTestPushes(assembly);
      const { http } = await startReceiver(assembly, pushes, { port });
      try {
        await vi.waitFor(
          async () => {
            await retryDeliveries();
            expect(await storedDays(assembly.database, seller.tenantId, shopId)).toEqual(
              eventfulDays(await sandbox.ledger(external)),
            );
          },
          { timeout: 180_000, interval: 100 },
        );
      } finally {
        await http.app.close();
        await pushes.close();
      }
    },
    240_000,
  );
});

const Outbox = Type.Object({
  platforms: Type.Object({
    LAZADA: Type.Object({ waiting: Type.Integer(), sending: Type.Integer() }),
  }),
});

/** Lets half an hour pass, after which Lazada retries, unless a delivery is still under way or none waits. */
async function retryDeliveries(): Promise<void> {
  const { waiting, sending } = Value.Parse(Outbox, await sandbox.control('GET', 'push')).platforms
    .LAZADA;
  if (waiting > 0 && sending === 0) await sandbox.clock({ advanceSeconds: 1801 });
}
