import { EventEmitter, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Platform } from '@seller-connect/contract';
import { Problem, type LocalizedText } from '../../../platform/http/problem.ts';
import { maxReadMegabytes, maxReadSeconds } from './limits.ts';
import { layoutOf } from './layouts.ts';
import type { FileOrder } from './file-orders.ts';
import { fileProblems } from './problems.ts';
import type { ParsedFile, ParseOptions } from './parse-file.ts';

/** The input of the worker. */
export interface ParseRequest {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly timeZone: string;
  readonly monthFirst: boolean;
}

/**
 * Messages of the worker, in this order: `rows` repeatedly, `read` once, `orders` for each message that it receives.
 * `refused` ends the sequence.
 */
export type WorkerMessage =
  | { kind: 'rows'; rows: number }
  | { kind: 'read'; about: Omit<ParsedFile, 'form' | 'orders'> & { platform: Platform } }
  | { kind: 'orders'; orders: readonly FileOrder[] }
  | {
      kind: 'refused';
      status: number;
      code: string;
      messages: LocalizedText;
      details: Record<string, unknown> | undefined;
    };

export interface ParseInWorkerOptions extends ParseOptions {
  /** Aborts parsing at any time. */
  signal?: AbortSignal | undefined;
  limits?: { readonly seconds: number; readonly megabytes: number };
}

/** A worker saturates a CPU core. With two at most, the process stays responsive on small machines. */
const maxWorkers = 2;
const defaultLimits = { seconds: maxReadSeconds, megabytes: maxReadMegabytes };

const workerSlots = { running: 0, released: new EventEmitter().setMaxListeners(0) };

/**
 * Parses an export file in a worker thread, so that the process stays responsive. The worker has no environment
 * variables or other access to secrets. It is terminated when it takes too long or too much memory.
 * @throws Problem 422 for a file that cannot be parsed or exceeds a limit; the reason of `signal` once it is aborted
 */
export async function parseInWorker(
  file: Uint8Array,
  timeZone: string,
  options: ParseInWorkerOptions = {},
): Promise<ParsedFile> {
  const { signal } = options;
  await acquireWorkerSlot(signal);
  try {
    signal?.throwIfAborted();
    return await runWorker(file, timeZone, options);
  } finally {
    workerSlots.running -= 1;
    workerSlots.released.emit('released');
  }
}

async function acquireWorkerSlot(signal: AbortSignal | undefined): Promise<void> {
  while (workerSlots.running >= maxWorkers) {
    await once(workerSlots.released, 'released', { signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
  }
  workerSlots.running += 1;
}

async function runWorker(
  file: Uint8Array,
  timeZone: string,
  { monthFirst = false, onRows, signal, limits = defaultLimits }: ParseInWorkerOptions,
): Promise<ParsedFile> {
  // The copy is transferred to the worker; the original stays available for another run.
  const copy = new Uint8Array(file);
  const { NODE_COMPILE_CACHE } = process.env;
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    name: 'export file',
    workerData: { file: copy, timeZone, monthFirst } satisfies ParseRequest,
    transferList: [copy.buffer],
    // Without the cache of compiled code, the thread takes three times the processor time of a small file.
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ParsedFile>();
  const timer = setTimeout(() => reject(fileProblems.tooSlow()), limits.seconds * 1000);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });

  let about: Extract<WorkerMessage, { kind: 'read' }>['about'] | null = null;
  const orders: FileOrder[] = [];
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'rows') onRows?.(message.rows);
    else if (message.kind === 'refused') {
      const { status, code, messages, details } = message;
      reject(new Problem(status, code, messages, details));
    } else if (message.kind === 'read') {
      about = message.about;
      worker.postMessage('next');
    } else if (message.orders.length > 0) {
      orders.push(...message.orders);
      worker.postMessage('next');
    } else if (about) {
      const { platform, ...summary } = about;
      resolve({ ...summary, form: layoutOf(platform), orders });
    }
  });
  worker.on('error', (error) =>
    reject(isOutOfMemory(error) ? fileProblems.tooMuchContent() : error),
  );
  worker.on('exit', (code) => reject(new Error(`The thread of a file ended by itself: ${code}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
