// The receiver of pushes as a program of its own, so that a test can kill it.
import { assemble } from '../assembly.ts';
import { readChildOptions } from './child-options.ts';
import { createTestPushes, startReceiver } from '../receiver.ts';

const { options, onAnswered } = readChildOptions();
const assembly = await assemble(options);
const port = Number(process.env['RECEIVER_PORT'] ?? 0);
const { address } = await startReceiver(assembly, createTestPushes(assembly), { port, onAnswered });
process.stdout.write(`${address}\n`);
