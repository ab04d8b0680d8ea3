import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../../platform/http/problem.ts';
import { readFile } from './parse-file.ts';
import type { FromWorker, ReadRequest } from './parse-in-worker.ts';

/**
 * The thread that reads one file. It tells how far it is, then what the file is, and gives the orders a part at a time
 * when asked for the next one: taking all of them at once would stop the thread that asks.
 */
const ordersPerPart = 500;

if (parentPort) await run(parentPort, workerData);

async function run(port: NonNullable<typeof parentPort>, request: ReadRequest): Promise<void> {
  const tell = (message: FromWorker) => port.postMessage(message);
  try {
    const { file, timeZone, monthFirst } = request;
    const { form, orders, ...about } = await readFile(Buffer.from(file.buffer), timeZone, {
      monthFirst,
      onRows: (rows) => tell({ kind: 'rows', rows }),
    });
    let given = 0;
    port.on('message', () => {
      tell({ kind: 'orders', orders: orders.slice(given, given + ordersPerPart) });
      given += ordersPerPart;
    });
    tell({ kind: 'read', about: { ...about, platform: form.platform } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, code, words, details } = error;
    tell({ kind: 'refused', status, code, words, details });
  }
}
