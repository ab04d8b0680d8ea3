/** The part that takes partners' messages as a program of its own, so that a test can kill it. */
import { assemble } from './assembly.ts';
import { mortalTask } from './child-options.ts';
import { pushesOf, startReceiver } from './receiver.ts';

const { options, onAnswered } = mortalTask();
const assembly = await assemble(options);
const port = Number(process.env['RECEIVER_PORT'] ?? 0);
const { address } = await startReceiver(assembly, pushesOf(assembly), { port, onAnswered });
process.stdout.write(`${address}\n`);
