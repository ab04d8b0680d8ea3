import type { FastifyReply } from 'fastify';
import { createConcurrencyLimit, filesBusyProblem } from '../limits/concurrency-limit.ts';
import { createConcurrencyQueue } from '../limits/concurrency-queue.ts';
import {
  ClientGone,
  defaultTransferLimits,
  limitTransferTime,
  sendChunks,
  type TransferLimits,
} from './file-transfer.ts';
import { disconnectSignal } from '../http.ts';
import { openSpool, type Spool } from './spool.ts';

/** Files in progress. One that waits for its client occupies a spool on disk and nothing else. */
const fileLimits = { total: 96, perKey: 3 };

/** Files that are being produced. Each uses a database connection. Further ones wait, and the teams take turns. */
const producerLimits = {
  total: 4,
  running: 2,
  waiting: fileLimits.perKey,
  maxWaitMs: 20_000,
  busyProblem: filesBusyProblem,
};

interface SpooledFile {
  readonly reply: FastifyReply;
  readonly tenantId: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Produces the file, at least one piece of it, and waits for `write` before it goes on. */
  produce(write: (piece: Uint8Array) => Promise<void>): Promise<void>;
  /** Called if the file ends early, after its headers were sent or its client has gone. */
  onAborted(error: unknown): void;
}

type SendSpooledFile = (file: SpooledFile, limits?: TransferLimits) => Promise<void>;

/**
 * Creates a function that sends files of one kind. A file is produced as fast as the database allows and spooled to
 * disk for a slow client, so that no transaction stays open and nothing stays in memory while a client downloads. A
 * client that disconnects or reads too slowly aborts both. An error after the first piece destroys the connection, so
 * that a partial file is never taken for the whole.
 *
 * The function throws a `Problem` 503 if the team or the process has too many files in progress, or the file waits for
 * its turn for too long.
 */
export function createFileSender(): SendSpooledFile {
  const acquireFileSlot = createConcurrencyLimit(fileLimits);
  const enqueueProducer = createConcurrencyQueue(producerLimits);
  return async (
    { reply, tenantId, headers, produce, onAborted },
    limits = defaultTransferLimits,
  ) => {
    const releaseFile = acquireFileSlot(tenantId);
    if (!releaseFile) throw filesBusyProblem();
    const { raw } = reply;
    const endDeadline = limitTransferTime(raw, limits);
    const transfer: Transfer = { spool: null, sending: null };
    const begin = async (): Promise<Spool> => {
      const spool = await openSpool();
      transfer.spool = spool;
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value);
      raw.writeHead(200, {
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        ...headers,
      });
      transfer.sending = sendChunks(raw, spool.read(), limits);
      // Reported below, once the file is produced.
      transfer.sending.catch(() => undefined);
      return spool;
    };
    try {
      await enqueueProducer(tenantId, disconnectSignal(reply), async () => {
        await produce(async (piece) => {
          if (raw.destroyed) throw new ClientGone();
          const spool = transfer.spool ?? (await begin());
          await spool.write(piece);
        });
        transfer.spool?.end();
      });
      await transfer.sending;
    } catch (error) {
      if (!raw.headersSent && !raw.destroyed) throw error;
      reply.hijack();
      onAborted(error);
      raw.destroy();
    } finally {
      await closeTransfer(transfer);
      endDeadline();
      releaseFile();
    }
  };
}

interface Transfer {
  spool: Spool | null;
  sending: Promise<void> | null;
}

async function closeTransfer({ spool, sending }: Transfer): Promise<void> {
  spool?.end(new ClientGone());
  await sending?.catch(() => undefined);
  await spool?.close();
}
