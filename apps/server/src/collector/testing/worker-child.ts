import { join } from 'node:path';
import { startKillableChild, type KillableChild, type KillableOptions } from './killable-child.ts';

export type WorkerChild = KillableChild;

const program = join(import.meta.dirname, 'worker-process.ts');

/** Starts a worker in a process of its own; it is ready when the promise resolves. */
export function startWorkerChild(
  options: KillableOptions & {
    /** Uses the product's default leases and intervals instead of short ones for tests. */
    asShipped?: boolean;
  },
): Promise<WorkerChild> {
  return startKillableChild(program, options, { AS_SHIPPED: String(options.asShipped ?? false) });
}
