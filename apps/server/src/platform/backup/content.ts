import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupError, type BackupStorage } from './storage/backup-storage.ts';
import type { BackupKey } from './backup-key.ts';
import { partName, type BackupFile } from './manifest.ts';

/** The open backup that contents are written to or read from. */
export interface BackupObjects {
  storage: BackupStorage;
  key: BackupKey;
  backupId: string;
  /** Size from which a part is stored. */
  partBytes?: number | undefined;
}

export type ContentSummary = Pick<BackupFile, 'bytes' | 'sha256' | 'parts'>;

/** A part is in memory as a whole, up to three of them at a time. */
const defaultPartBytes = 16 * 1024 * 1024;
/** Takes a third of the processor time of the default level, and the result is a few percent larger. */
const compressionLevel = 1;

/**
 * Compresses, encrypts and stores a stream as parts, each an object of its own. The next part is compressed while one
 * is being stored. After a failure, none is being stored any more.
 */
export async function writeContent(
  { storage, key, backupId, partBytes = defaultPartBytes }: BackupObjects,
  name: string,
  source: AsyncIterable<Buffer>,
): Promise<ContentSummary> {
  const digest = createHash('sha256');
  const parts: ContentSummary['parts'] = [];
  let bytes = 0;
  let storing = Promise.resolve();

  async function* measured(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      digest.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  async function storePart(plain: Buffer[]): Promise<void> {
    const object = partName(name, parts.length);
    const sealed = key.seal(object, Buffer.concat(plain));
    parts.push({ bytes: sealed.length, sha256: sha256(sealed) });
    await storing;
    storing = storage.write(`${backupId}/${object}`, sealed);
    // Reported by the next part, or at the end.
    storing.catch(() => undefined);
  }

  try {
    await pipeline(
      source,
      measured,
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: compressionLevel } }),
      async (compressed: AsyncIterable<Buffer>) => {
        let part: Buffer[] = [];
        let size = 0;
        for await (const chunk of compressed) {
          part.push(chunk);
          size += chunk.length;
          if (size < partBytes) continue;
          await storePart(part);
          part = [];
          size = 0;
        }
        if (size > 0) await storePart(part);
      },
    );
  } finally {
    await Promise.allSettled([storing]);
  }
  await storing;
  return { bytes, sha256: digest.digest('hex'), parts };
}

/**
 * Returns the plain content as a stream. The next part is read while one is being decompressed.
 * @throws BackupError, from the stream, if a part is missing or damaged
 */
export function readContent(
  objects: BackupObjects,
  name: string,
  content: ContentSummary,
): AsyncIterable<Buffer> {
  return checked(objects.backupId, name, content, decompressed(objects, name, content));
}

async function* checked(
  backupId: string,
  name: string,
  content: ContentSummary,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    digest.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes !== content.bytes || digest.digest('hex') !== content.sha256) {
    throw new BackupError(`${name} of the backup ${backupId} is damaged.`);
  }
}

function decompressed(
  objects: BackupObjects,
  name: string,
  content: ContentSummary,
): AsyncIterable<Buffer> {
  const plain = createZstdDecompress();
  // A failure destroys `plain` with the error, so its reader reports it.
  pipeline(Readable.from(openParts(objects, name, content)), plain).catch(() => undefined);
  return plain;
}

async function* openParts(
  { storage, key, backupId }: BackupObjects,
  name: string,
  { parts }: ContentSummary,
): AsyncGenerator<Buffer> {
  const read = (index: number): Promise<Buffer> | null => {
    if (index >= parts.length) return null;
    const part = storage.read(`${backupId}/${partName(name, index)}`);
    part.catch(() => undefined);
    return part;
  };
  let next = read(0);
  for (const [index, part] of parts.entries()) {
    const sealed = (await next) ?? Buffer.alloc(0);
    next = read(index + 1);
    const object = partName(name, index);
    if (sealed.length !== part.bytes || sha256(sealed) !== part.sha256) {
      throw new BackupError(`${object} of the backup ${backupId} is damaged.`);
    }
    yield key.open(object, sealed);
  }
}

function sha256(bytes: Buffer): string {
  return hash('sha256', bytes, 'hex');
}
