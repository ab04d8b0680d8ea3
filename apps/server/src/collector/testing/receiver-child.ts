import { join } from 'node:path';
import { startKillableChild, type KillableChild, type KillableOptions } from './killable-child.ts';

const program = join(import.meta.dirname, 'receiver-process.ts');

/**
 * Starts the receiver of pushes in a process of its own; it listens when the promise resolves.
 * @param port 0 takes a free port; the address is the child's `line`
 */
export function startReceiverChild(options: KillableOptions, port = 0): Promise<KillableChild> {
  return startKillableChild(program, options, { RECEIVER_PORT: String(port) });
}
