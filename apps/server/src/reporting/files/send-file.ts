import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Log } from '../../platform/log.ts';
import { Problem } from '../../platform/http/problem.ts';
import { createSlots } from '../../platform/http/concurrency-limit.ts';
import type { Cell } from '../query/read-rows.ts';
import type { FileWriter } from './file-format.ts';
import { openSpool, type Spool } from './spool.ts';

/** Each has a connection to the database. */
const takeMaking = createSlots({ total: 4, perKey: 2 });
/** Made or waiting for their readers, on the disk. */
const takeFile = createSlots({ total: 24, perKey: 3 });

const standardLimits = {
  /** A piece of 64 KiB that is not taken for so long: whoever reads this slowly never has the file. */
  patienceMs: 60_000,
  /** Of the whole file, made and sent. */
  maxMs: 10 * 60_000,
};

/** Gives rows to `take` and waits for it before it reads on. */
export type ReadRows = (take: (rows: Cell[][]) => Promise<void>) => Promise<void>;

/**
 * Sends rows as a file. They are read as fast as the database gives them, and wait on the disk for a slow reader, so
 * that no transaction is open and nothing is in memory for as long as somebody reads. A reader who goes away, or takes
 * too little, ends both. A failure after the first rows cuts the file off without an end, so that no part is taken
 * for the whole.
 * @throws Problem 503 while the team, or the process, has too many files under way
 */
export async function sendFile(
  { reply, tenantId, log }: { reply: FastifyReply; tenantId: string; log: Pick<Log, 'warn'> },
  readRows: ReadRows,
  file: { name: string; headers: Readonly<Record<string, string>> },
  writer: FileWriter,
  limits = standardLimits,
): Promise<void> {
  const releaseFile = takeFile(tenantId);
  const releaseMaking = releaseFile && takeMaking(tenantId);
  if (!releaseMaking) {
    releaseFile?.();
    throw busy();
  }
  const { raw } = reply;
  const tooLong = setTimeout(() => raw.destroy(), limits.maxMs);
  const opened: Opened = { spool: null, sending: null };
  const begin = async (): Promise<Spool> => {
    const spool = await openSpool();
    opened.spool = spool;
    reply.hijack();
    raw.writeHead(200, {
      ...headersOf(reply),
      'content-type': writer.contentType,
      'content-disposition': `attachment; filename="${file.name}.${writer.extension}"`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...file.headers,
    });
    opened.sending = send(spool, raw, limits.patienceMs);
    // Told below, once nothing is written any more.
    opened.sending.catch(() => undefined);
    await spool.write(await writer.begin());
    return spool;
  };
  try {
    await readRows(async (rows) => {
      if (raw.destroyed) throw readerGone();
      const into = opened.spool ?? (await begin());
      await into.write(await writer.rows(rows));
    });
    // Also where there is no row at all.
    const into = opened.spool ?? (await begin());
    await into.write(await writer.end());
    into.end();
    releaseMaking();
    await opened.sending;
  } catch (error) {
    if (!raw.headersSent) throw error;
    log.warn({ err: error }, 'a file was cut off');
    raw.destroy();
  } finally {
    await finish(opened);
    clearTimeout(tooLong);
    releaseMaking();
    releaseFile();
  }
}

interface Opened {
  spool: Spool | null;
  sending: Promise<void> | null;
}

async function finish({ spool, sending }: Opened): Promise<void> {
  spool?.end(readerGone());
  await sending?.catch(() => undefined);
  await spool?.close();
}

/** Sends what is written, and ends the answer behind all of it. @throws when the reader is gone or too slow */
async function send(spool: Spool, raw: ServerResponse, patienceMs: number): Promise<void> {
  for await (const piece of spool.read()) await write(raw, piece, patienceMs);
  raw.end();
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const id = reply.getHeader('x-request-id');
  return id === undefined ? {} : { 'x-request-id': String(id) };
}

/** Waits for a slow reader. @throws when the reader is gone. */
async function write(raw: ServerResponse, piece: Uint8Array, patienceMs: number): Promise<void> {
  if (raw.destroyed) throw readerGone();
  if (raw.write(piece)) return;
  const gone = new AbortController();
  const timer = setTimeout(() => raw.destroy(), patienceMs);
  try {
    await Promise.race([
      once(raw, 'drain', { signal: gone.signal }),
      once(raw, 'close', { signal: gone.signal }),
    ]);
  } finally {
    clearTimeout(timer);
    gone.abort();
  }
  if (raw.destroyed) throw readerGone();
}

const readerGone = () => new Error('The reader went away or was too slow');

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
