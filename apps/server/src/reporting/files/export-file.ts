import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Log } from '../../platform/log.ts';
import { Problem } from '../../platform/problem.ts';
import type { Cell } from '../query/answers.ts';
import type { FileWriter } from './file-format.ts';

/** Each one holds a connection of the pool for as long as somebody reads it. */
const mostAtOnce = 3;
let running = 0;
/** A reader who takes nothing for so long is gone, though the connection stands. */
const usualPatienceMs = 60_000;

/** Gives rows to `take` and waits for it before it reads on. */
export type ReadRows = (take: (rows: Cell[][]) => Promise<void>) => Promise<void>;

/**
 * Streams rows as a file: what is held in memory does not grow with the file, and a reader who goes
 * away, or takes nothing for `patienceMs`, ends the reading. A failure after the first rows cuts the file off without an end, so that no part is taken for the whole.
 * @throws Problem 503 while too many files are being written.
 */
export async function sendFile(
  reply: FastifyReply,
  log: Pick<Log, 'warn'>,
  readRows: ReadRows,
  file: { name: string; headers: Readonly<Record<string, string>> },
  writer: FileWriter,
  patienceMs = usualPatienceMs,
): Promise<void> {
  if (running >= mostAtOnce) throw busy();
  running += 1;
  const raw = reply.raw;
  const begin = async () => {
    const first = await writer.begin();
    reply.hijack();
    // Node looks at what the connection has taken, so that a slow reader of a large piece is not one who stopped.
    raw.setTimeout(patienceMs, () => raw.destroy());
    raw.writeHead(200, {
      ...headersOf(reply),
      'content-type': writer.contentType,
      'content-disposition': `attachment; filename="${file.name}.${writer.extension}"`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...file.headers,
    });
    await write(raw, first);
  };
  try {
    await readRows(async (rows) => {
      if (!raw.headersSent) await begin();
      await write(raw, await writer.rows(rows));
    });
    // Also where there is no row at all.
    if (!raw.headersSent) await begin();
    raw.end(await writer.end());
  } catch (error) {
    if (!raw.headersSent) throw error;
    log.warn({ err: error }, 'a file was cut off');
    raw.destroy();
  } finally {
    running -= 1;
  }
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const id = reply.getHeader('x-request-id');
  return id === undefined ? {} : { 'x-request-id': String(id) };
}

/** Waits for a slow reader. @throws when the reader is gone. */
async function write(raw: ServerResponse, piece: Uint8Array): Promise<void> {
  if (raw.destroyed) throw new Error('the reader went away');
  if (piece.length === 0 || raw.write(piece)) return;
  const gone = new AbortController();
  try {
    await Promise.race([
      once(raw, 'drain', { signal: gone.signal }),
      once(raw, 'close', { signal: gone.signal }),
    ]);
  } finally {
    gone.abort();
  }
  if (raw.destroyed) throw new Error('the reader went away');
}

const busy = () =>
  new Problem(
    503,
    'files_busy',
    {
      vi: 'Máy chủ đang tạo nhiều tệp khác. Vui lòng thử lại sau ít giây.',
      en: 'Other files are being made at the moment. Please try again in a few seconds.',
    },
    { retryAfterSeconds: 5 },
  );
