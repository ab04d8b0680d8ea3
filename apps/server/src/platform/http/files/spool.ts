import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Larger than any list of a shop. */
const maxSpoolBytes = 1024 * 1024 * 1024;
/** Of all spools of the process, which the disk must hold. */
const maxTotalBytes = 24 * maxSpoolBytes;
const readBytes = 64 * 1024;

let totalBytes = 0;

/**
 * Buffers a file on disk between a fast writer and a slow reader. The file is unlinked as soon as it is open, so that
 * nothing stays behind.
 */
export interface Spool {
  /** @throws Error if the file exceeds `maxSpoolBytes`, or all of the process exceed `maxTotalBytes` */
  write(piece: Uint8Array): Promise<void>;
  /** Ends writing. With `error`, the reader throws it after the bytes written so far. */
  end(error?: unknown): void;
  /** Yields everything from the beginning as it is written, in chunks of at most `readBytes`. */
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
      if (totalBytes + piece.length > maxTotalBytes)
        throw new Error('Too many large files are sent');
      for (let done = 0; done < piece.length;) {
        const { bytesWritten } = await file.write(piece, done, piece.length - done, written);
        done += bytesWritten;
        written += bytesWritten;
        totalBytes += bytesWritten;
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
    close() {
      totalBytes -= written;
      return file.close();
    },
  };
}
