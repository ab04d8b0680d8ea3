import type { FastifyReply } from 'fastify';
import type { TransferLimits } from '../../platform/http/files/file-transfer.ts';
import { createFileSender } from '../../platform/http/files/spooled-file.ts';
import type { Log } from '../../platform/log.ts';
import type { Cell } from '../query/read-rows.ts';
import type { FileWriter } from './file-format.ts';

const sendSpooledFile = createFileSender();

/** Passes rows to `take` and waits for it before reading more. */
export type RowSource = (take: (rows: Cell[][]) => Promise<void>) => Promise<void>;

/**
 * Sends rows as a file. See `createFileSender` for its limits.
 * @throws Problem 503 if the team or the process has too many files in progress
 */
export function sendFile(
  { reply, tenantId, log }: { reply: FastifyReply; tenantId: string; log: Pick<Log, 'warn'> },
  readRows: RowSource,
  file: { name: string; headers: Readonly<Record<string, string>> },
  writer: FileWriter,
  limits?: TransferLimits,
): Promise<void> {
  return sendSpooledFile(
    {
      reply,
      tenantId,
      headers: {
        'content-type': writer.contentType,
        'content-disposition': `attachment; filename="${file.name}.${writer.extension}"`,
        ...file.headers,
      },
      async produce(send) {
        // The headers are sent with the first piece: as long as there is none, an error becomes a response.
        const write = async (piece: Uint8Array) => {
          if (piece.length > 0) await send(piece);
        };
        let isBegun = false;
        const begin = async () => {
          if (isBegun) return;
          isBegun = true;
          await write(await writer.begin());
        };
        await readRows(async (rows) => {
          await begin();
          await write(await writer.rows(rows));
        });
        // A file without rows still has a header.
        await begin();
        await write(await writer.end());
      },
      onAborted: (error) =>
        log.warn(
          { event: 'reporting.file_aborted', err: error },
          'File download stopped before its end',
        ),
    },
    limits,
  );
}
