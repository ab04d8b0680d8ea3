import { mkdir, open, readdir, type FileHandle } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { BackupError } from './storage/backup-storage.ts';

const pieceBytes = 1 << 20;
const newline = 0x0a;

/** Folders whose contents a server creates anew, or finds in its archive. */
const emptied = new Set([
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const left =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|recovery\.signal|standby\.signal)$/;
const leftAnywhere = /^(pgsql_tmp.*|pg_internal\.init.*)$/;
/** Read last, so that it is no older than what it describes. */
const controlFile = 'global/pg_control';

/**
 * Reads the data folder of a server as one stream: of each file and folder a line of JSON, then the bytes. The server may
 * write meanwhile, between `pg_backup_start` and `pg_backup_stop`; its log repairs what was read half.
 * @see https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA
 */
export async function* readDataFolder(folder: string): AsyncGenerator<Buffer> {
  yield* readInner(folder, '');
  yield* readFileOf(folder, controlFile);
}

async function* readInner(folder: string, inner: string): AsyncGenerator<Buffer> {
  const entries = await readdir(join(folder, inner), { withFileTypes: true }).catch(ifThere);
  if (entries === null) return;
  for (const entry of entries) {
    const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
    if (leftAnywhere.test(entry.name) || left.test(path) || path === controlFile) continue;
    if (entry.isDirectory()) {
      yield header(path, null);
      yield* readInner(folder, path);
    } else if (entry.isFile() && !emptied.has(inner)) {
      yield* readFileOf(folder, path);
    }
  }
}

async function* readFileOf(folder: string, path: string): AsyncGenerator<Buffer> {
  const file = await open(join(folder, path)).catch(ifThere);
  if (file === null) return;
  try {
    const { size } = await file.stat();
    yield header(path, size);
    for (let at = 0; at < size;) {
      const piece = Buffer.alloc(Math.min(pieceBytes, size - at));
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      // A file that was cut meanwhile ends with zeros, which the log cuts off again.
      yield bytesRead === 0 ? piece : piece.subarray(0, bytesRead);
      at += bytesRead === 0 ? piece.length : bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** The server deletes files at any time. */
function ifThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

function header(path: string, bytes: number | null): Buffer {
  return Buffer.from(`${JSON.stringify({ path, bytes })}\n`);
}

/** Writes such a stream into a new folder. @throws BackupError if it is malformed */
export async function writeDataFolder(
  folder: string,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let line: Buffer[] = [];
  let file: FileHandle | null = null;
  let missing = 0;
  try {
    for await (const chunk of chunks) {
      for (let rest = chunk; rest.length > 0;) {
        if (file === null) {
          const end = rest.indexOf(newline);
          line.push(rest.subarray(0, end === -1 ? rest.length : end));
          rest = end === -1 ? rest.subarray(rest.length) : rest.subarray(end + 1);
          if (end === -1) continue;
          const { path, bytes } = parseHeader(Buffer.concat(line).toString());
          line = [];
          if (bytes === null) {
            await mkdir(join(folder, path), { recursive: true, mode: 0o700 });
          } else {
            file = await open(join(folder, path), 'wx', 0o600);
            missing = bytes;
          }
        } else {
          const piece = rest.subarray(0, missing);
          await file.writeFile(piece);
          missing -= piece.length;
          rest = rest.subarray(piece.length);
        }
        if (file !== null && missing === 0) {
          await file.close();
          file = null;
        }
      }
    }
  } finally {
    await file?.close();
  }
  if (file !== null || line.length > 0) throw malformed();
}

function parseHeader(text: string): { path: string; bytes: number | null } {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null) throw malformed();
  const path = 'path' in parsed ? parsed.path : null;
  const bytes = 'bytes' in parsed ? parsed.bytes : undefined;
  const isInside =
    typeof path === 'string' && normalize(path) === path && !/^(\/|\.\.(\/|$))/.test(path);
  if (!isInside || (bytes !== null && typeof bytes !== 'number')) throw malformed();
  return { path, bytes };
}

function malformed(): BackupError {
  return new BackupError('The files of the base backup are damaged.');
}
