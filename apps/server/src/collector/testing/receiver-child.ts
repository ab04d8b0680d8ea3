import { join } from 'node:path';
import { startMortalChild, type MortalChild, type MortalOptions } from './killable-child.ts';

const program = join(import.meta.dirname, 'receiver-process.ts');

/**
 * The part that takes partners' messages in a process of its own; it listens when the promise resolves.
 * @param port 0 takes a free one; the address is the child's `line`
 */
export function startReceiverChild(options: MortalOptions, port = 0): Promise<MortalChild> {
  return startMortalChild(program, options, { RECEIVER_PORT: String(port) });
}
