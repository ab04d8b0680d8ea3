import type { FastifyReply } from 'fastify';
import type { Log } from '../../platform/log.ts';
import { createConcurrencyLimit, filesBusyProblem } from '../../platform/http/concurrency-limit.ts';
import {
  clientGone,
  defaultTransferLimits,
  limitTransferTime,
  sendChunks,
} from '../../platform/http/file-transfer.ts';
import type { Cell } from '../query/read-rows.ts';
import { lagHeader } from '../query/report-reads.ts';
import type { FileWriter } from './file-format.ts';
import { openSpool, type Spool } from './spool.ts';

/** Files that are being produced. Each uses a database connection. */
const acquireWriterSlot = createConcurrencyLimit({ total: 4, perKey: 2 });
/** Files that are being produced or sent, each with a spool on disk. */
const acquireFileSlot = createConcurrencyLimit({ total: 24, perKey: 3 });

/** Passes rows to `take` and waits for it before reading more. */
export type RowSource = (take: (rows: Cell[][]) => Promise<void>) => Promise<void>;

/**
 * Sends rows as a file. Rows are read as fast as the database returns them and are spooled to disk for slow clients,
 * so that no transaction stays open and no rows stay in memory while a client downloads. A client that disconnects or
 * reads too slowly aborts both. An error after the first rows destroys the connection, so that a partial file is
 * never taken for the whole.
 * @throws Problem 503 if the team or the process has too many files in progress
 */
export async function sendFile(
  { reply, tenantId, log }: { reply: FastifyReply; tenantId: string; log: Pick<Log, 'warn'> },
  readRows: RowSource,
  file: { name: string; headers: Readonly<Record<string, string>> },
  writer: FileWriter,
  limits = defaultTransferLimits,
): Promise<void> {
  const releaseFile = acquireFileSlot(tenantId);
  const releaseWriter = releaseFile && acquireWriterSlot(tenantId);
  if (!releaseWriter) {
    releaseFile?.();
    throw filesBusyProblem();
  }
  const { raw } = reply;
  const endDeadline = limitTransferTime(raw, limits);
  const transfer: Transfer = { spool: null, sending: null };
  const begin = async (): Promise<Spool> => {
    const spool = await openSpool();
    transfer.spool = spool;
    reply.hijack();
    raw.writeHead(200, {
      ...headersOf(reply),
      'content-type': writer.contentType,
      'content-disposition': `attachment; filename="${file.name}.${writer.extension}"`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...file.headers,
    });
    transfer.sending = sendChunks(raw, spool.read(), limits);
    // Reported below, once writing has ended.
    transfer.sending.catch(() => undefined);
    await spool.write(await writer.begin());
    return spool;
  };
  try {
    await readRows(async (rows) => {
      if (raw.destroyed) throw clientGone();
      const openedSpool = transfer.spool ?? (await begin());
      await openedSpool.write(await writer.rows(rows));
    });
    // A file without rows still has a header.
    const openedSpool = transfer.spool ?? (await begin());
    await openedSpool.write(await writer.end());
    openedSpool.end();
    releaseWriter();
    await transfer.sending;
  } catch (error) {
    if (!raw.headersSent) throw error;
    log.warn(
      { event: 'reporting.file_aborted', err: error },
      'File download stopped before its end',
    );
    raw.destroy();
  } finally {
    await closeTransfer(transfer);
    endDeadline();
    releaseWriter();
    releaseFile();
  }
}

interface Transfer {
  spool: Spool | null;
  sending: Promise<void> | null;
}

async function closeTransfer({ spool, sending }: Transfer): Promise<void> {
  spool?.end(clientGone());
  await sending?.catch(() => undefined);
  await spool?.close();
}

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    ['x-request-id', lagHeader].flatMap((name) => {
      const value = reply.getHeader(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}
