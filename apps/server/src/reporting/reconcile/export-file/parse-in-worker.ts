import { EventEmitter, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Platform } from '@seller-connect/contract';
import { Problem, type Words } from '../../../platform/http/problem.ts';
import { maxReadMegabytes, maxReadSeconds } from './limits.ts';
import { formOf } from './layouts.ts';
import type { FileOrder } from './file-orders.ts';
import { fileProblem } from './problems.ts';
import type { ReadFile, ReadFileOptions } from './parse-file.ts';

/** What the thread is given. */
export interface ReadRequest {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly timeZone: string;
  readonly monthFirst: boolean;
}

/** What the thread says, in this order: `rows` now and then, `read` once, `orders` for each message that it gets. */
export type FromWorker =
  | { kind: 'rows'; rows: number }
  | { kind: 'read'; about: Omit<ReadFile, 'form' | 'orders'> & { platform: Platform } }
  | { kind: 'orders'; orders: readonly FileOrder[] }
  | {
      kind: 'refused';
      status: number;
      code: string;
      words: Words;
      details: Record<string, unknown> | undefined;
    };

export interface ReadInWorkerOptions extends ReadFileOptions {
  /** Ends the reading at once, wherever it is. */
  signal?: AbortSignal | undefined;
  limits?: { readonly seconds: number; readonly megabytes: number };
}

/** A thread fills a processor: with two at most the program keeps answering on small machines. */
const maxThreads = 2;
const standardLimits = { seconds: maxReadSeconds, megabytes: maxReadMegabytes };

const threads = { running: 0, released: new EventEmitter().setMaxListeners(0) };

/**
 * Reads an export file in a thread of its own, so that the process answers others meanwhile. The thread has no
 * environment and nothing else to reach secrets by, and is ended when it takes too long or too much memory.
 * @throws Problem 422 for a file that cannot be read or is over a limit; the reason of `signal`
 */
export async function readInWorker(
  file: Uint8Array,
  timeZone: string,
  options: ReadInWorkerOptions = {},
): Promise<ReadFile> {
  const { signal } = options;
  await threadPermit(signal);
  try {
    signal?.throwIfAborted();
    return await readOnce(file, timeZone, options);
  } finally {
    threads.running -= 1;
    threads.released.emit('released');
  }
}

async function threadPermit(signal: AbortSignal | undefined): Promise<void> {
  while (threads.running >= maxThreads) {
    await once(threads.released, 'released', { signal }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw error;
    });
  }
  threads.running += 1;
}

async function readOnce(
  file: Uint8Array,
  timeZone: string,
  { monthFirst = false, onRows, signal, limits = standardLimits }: ReadInWorkerOptions,
): Promise<ReadFile> {
  // A copy of its own: it moves to the thread, and the sender's stays for another reading.
  const copy = new Uint8Array(file);
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    name: 'export file',
    workerData: { file: copy, timeZone, monthFirst } satisfies ReadRequest,
    transferList: [copy.buffer],
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<ReadFile>();
  const timer = setTimeout(() => reject(fileProblem.tooSlow()), limits.seconds * 1000);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });

  let about: Extract<FromWorker, { kind: 'read' }>['about'] | null = null;
  const orders: FileOrder[] = [];
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'rows') onRows?.(message.rows);
    else if (message.kind === 'refused') {
      const { status, code, words, details } = message;
      reject(new Problem(status, code, words, details));
    } else if (message.kind === 'read') {
      about = message.about;
      worker.postMessage('next');
    } else if (message.orders.length > 0) {
      orders.push(...message.orders);
      worker.postMessage('next');
    } else if (about) {
      const { platform, ...rest } = about;
      resolve({ ...rest, form: formOf(platform), orders });
    }
  });
  worker.on('error', (error) =>
    reject(isOutOfMemory(error) ? fileProblem.tooMuchContent() : error),
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
