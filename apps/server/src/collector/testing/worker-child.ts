import { join } from 'node:path';
import { startKillableChild, type KillableChild, type KillableOptions } from './killable-child.ts';

export type WorkerChild = KillableChild;

const program = join(import.meta.dirname, 'worker-process.ts');

/** A worker in a process of its own; ready when the promise resolves. */
export function startWorkerChild(
  options: KillableOptions & {
    /** Keeps the product's own leases and pauses, not the short ones that let a test see a worker replaced. */
    asShipped?: boolean;
  },
): Promise<WorkerChild> {
  return startKillableChild(program, options, { AS_SHIPPED: String(options.asShipped ?? false) });
}
