import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../../platform/http/problem.ts';
import { parseExportFile } from './parse-file.ts';
import type { WorkerMessage, ParseRequest } from './parse-in-worker.ts';

/**
 * The worker that parses one file. It posts its progress, then the summary of the file, and then a batch of orders
 * for each request: receiving all orders at once would block the requesting thread.
 */
const ordersPerMessage = 500;

if (parentPort) await runParser(parentPort, workerData);

async function runParser(
  port: NonNullable<typeof parentPort>,
  request: ParseRequest,
): Promise<void> {
  const post = (message: WorkerMessage) => port.postMessage(message);
  try {
    const { file, timeZone, monthFirst } = request;
    const { form, orders, ...about } = await parseExportFile(Buffer.from(file.buffer), timeZone, {
      monthFirst,
      onRows: (rows) => post({ kind: 'rows', rows }),
    });
    let sent = 0;
    port.on('message', () => {
      post({ kind: 'orders', orders: orders.slice(sent, sent + ordersPerMessage) });
      sent += ordersPerMessage;
    });
    post({ kind: 'read', about: { ...about, platform: form.platform } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, code, text: messages, details } = error;
    post({ kind: 'refused', status, code, messages, details });
  }
}
