// A worker as a program of its own, so that a test can kill it.
import type { Pushes } from '../../../pushes/index.ts';
import { assemble } from '../assembly.ts';
import { readChildOptions, shortIntervals } from './child-options.ts';
import { createTestPushes } from '../receiver.ts';

const wiring: { pushes?: Pushes } = {};
const { options, hasCrashPoint } = readChildOptions();
const assembly = await assemble({
  ...options,
  onShopSynced: async (tenantId, shop) => wiring.pushes?.subscribe(tenantId, shop),
});
wiring.pushes = createTestPushes(assembly);
await assembly.collector.work({
  concurrency: assembly.configuration.WORKER_CONCURRENCY,
  ...(process.env['AS_SHIPPED'] !== 'true' && shortIntervals),
  // A worker with a crash point at the release of a stream must release it even if no other stream waits.
  ...(hasCrashPoint && { maxSliceMs: 1500 }),
});
wiring.pushes.work({ pollIntervalMs: 100 });
process.stdout.write('working\n');
