import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** More than any list of a shop; a disk has to hold one for each file that is being sent. */
const maxSpoolBytes = 1024 * 1024 * 1024;
const readBytes = 64 * 1024;

/**
 * What was written and not sent yet, on the disk: whoever writes goes as fast as it can, whoever reads as slowly as it
 * must. The file has no name any more once it is open, so that nothing of it stays behind.
 */
export interface Spool {
  /** @throws when the file is larger than a disk has to hold */
  write(piece: Uint8Array): Promise<void>;
  /** Nothing more will be written; `error` is thrown to the reader behind what it has read by then. */
  end(error?: unknown): void;
  /** Everything from the beginning, as it is written. The pieces have `readBytes` at most. */
  read(): AsyncGenerator<Uint8Array, void>;
  close(): Promise<void>;
}

export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `seller-connect-${randomUUID()}`);
  const file: FileHandle = await open(path, 'wx+', 0o600);
  await unlink(path);
  let written = 0;
  let ended: { error: unknown } | null = null;
  let change = Promise.withResolvers<void>();
  const notifyReader = () => {
    change.resolve();
    change = Promise.withResolvers();
  };
  return {
    async write(piece) {
      if (written + piece.length > maxSpoolBytes) throw new Error('A file is too large to be sent');
      for (let done = 0; done < piece.length;) {
        const { bytesWritten } = await file.write(piece, done, piece.length - done, written);
        done += bytesWritten;
        written += bytesWritten;
      }
      notifyReader();
    },
    end(error) {
      ended ??= { error };
      notifyReader();
    },
    async *read() {
      for (let sent = 0; ;) {
        if (sent < written) {
          const buffer = Buffer.allocUnsafe(Math.min(readBytes, written - sent));
          const { bytesRead } = await file.read(buffer, 0, buffer.length, sent);
          sent += bytesRead;
          yield buffer.subarray(0, bytesRead);
        } else if (ended) {
          if (ended.error !== undefined) throw ended.error;
          return;
        } else await change.promise;
      }
    },
    close: () => file.close(),
  };
}
