import { join } from 'node:path';
import { startMortalChild, type MortalChild, type MortalOptions } from './killable-child.ts';

export type WorkerChild = MortalChild;

const program = join(import.meta.dirname, 'worker-process.ts');

/** A worker in a process of its own; ready when the promise resolves. */
export function startWorkerChild(
  options: MortalOptions & {
    /** Keeps the product's own leases and pauses, not the short ones that let a test see a worker replaced. */
    asShipped?: boolean;
  },
): Promise<WorkerChild> {
  return startMortalChild(program, options, { AS_SHIPPED: String(options.asShipped ?? false) });
}
