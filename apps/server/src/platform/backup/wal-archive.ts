import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { Value } from 'typebox/value';
import { createBackupKey, openBackupKey, type BackupKey } from './backup-key.ts';
import { BackupError, type BackupStorage } from './storage/backup-storage.ts';
import { StoredKeySchema } from './manifest.ts';
import { parseJson } from '../parse-json.ts';

/** A stored file of the server's log: a segment of 16 MB, or the history of a timeline. */
export interface WalObject {
  object: string;
  /** As the server names it. */
  name: string;
  /** When the file was finished. No change in it is later. */
  finishedAt: Date;
  keyId: string;
}

/** Stores files of the log of one server, compressed and encrypted. */
export interface WalWriter {
  write(name: string, bytes: Uint8Array, finishedAt: Date): Promise<void>;
}

const segmentPattern = /^[0-9A-F]{24}$/;
const objectPattern = /^wal\/\d+\/((?:[0-9A-F]{24}|[0-9A-F]{8}\.history))-(\d{13})-([0-9a-f]{6})$/;
/** Timeline, then the two halves of a position of which the lower one counts to 255. */
const segmentsPerFile = 256;
const segmentBytes = 16 * 1024 * 1024;
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const folderOf = (systemId: string) => `wal/${systemId}/`;
const keyFolder = (systemId: string) => `${folderOf(systemId)}keys/`;
const keyObject = (systemId: string, keyId: string) => `${keyFolder(systemId)}${keyId}.json`;
const keyName = (systemId: string, keyId: string) => `log ${systemId} ${keyId}`;

/** Returns whether the server archives a file of this name, and the archive stores it. */
export function isWalFile(name: string): boolean {
  return segmentPattern.test(name) || /^[0-9A-F]{8}\.history$/.test(name);
}

/** Returns where in the log a segment is, whatever its timeline; null for another file. */
export function segmentPosition(name: string): number | null {
  if (!segmentPattern.test(name)) return null;
  const high = Number.parseInt(name.slice(8, 16), 16);
  return high * segmentsPerFile + Number.parseInt(name.slice(16), 16);
}

/** Returns the timeline of a segment, in a form that compares. Each restore to a moment begins a later one. */
export function timelineOf(name: string): string {
  return name.slice(0, 8);
}

/** Returns the name of the segment at a position, of the timeline of another one. */
export function segmentAt(position: number, like: string): string {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  const [high, low] = [Math.floor(position / segmentsPerFile), position % segmentsPerFile];
  return `${timelineOf(like)}${hex(high)}${hex(low)}`;
}

/** Opens the archive for writing, with a key of its own. */
export async function openWalWriter(
  storage: BackupStorage,
  passphrase: string,
  systemId: string,
  costLog2?: number,
): Promise<WalWriter> {
  const keyId = randomBytes(3).toString('hex');
  const key = await createBackupKey(passphrase, keyName(systemId, keyId), costLog2);
  await storage.write(keyObject(systemId, keyId), Buffer.from(JSON.stringify(key.stored)));
  return {
    async write(name, bytes, finishedAt) {
      const compressed = await compress(bytes, {
        params: { [constants.ZSTD_c_compressionLevel]: 1 },
      });
      const object = `${folderOf(systemId)}${name}-${finishedAt.getTime()}-${keyId}`;
      await storage.write(object, key.seal(object, compressed));
    },
  };
}

/** Returns what is stored of the log of a server, in the order of the log. A file may be there twice. */
export async function listWal(storage: BackupStorage, systemId: string): Promise<WalObject[]> {
  const objects = await storage.list(folderOf(systemId));
  return objects.toSorted().flatMap((object) => {
    const [, name, finishedAt, keyId] = objectPattern.exec(object) ?? [];
    if (name === undefined || keyId === undefined) return [];
    return [{ object, name, finishedAt: new Date(Number(finishedAt)), keyId }];
  });
}

/** Returns a function that reads a stored file. It throws a BackupError if the file is missing or damaged. */
export function openWalReader(
  storage: BackupStorage,
  passphrase: string,
  systemId: string,
): (file: WalObject) => Promise<Buffer> {
  const keys = new Map<string, Promise<BackupKey>>();
  async function openKey(keyId: string): Promise<BackupKey> {
    const object = keyObject(systemId, keyId);
    const stored = parseJson((await storage.read(object)).toString());
    if (!Value.Check(StoredKeySchema, stored)) throw new BackupError(`${object} is damaged.`);
    return openBackupKey(passphrase, keyName(systemId, keyId), stored);
  }
  return async ({ object, keyId }) => {
    const key = await keys.getOrInsertComputed(keyId, openKey);
    // In one piece: the garbage of many costs more than all else of a restore.
    return decompress(key.open(object, await storage.read(object)), { chunkSize: segmentBytes });
  };
}

/** Returns the system ids of the servers whose log is stored. */
export async function listWalServers(storage: BackupStorage): Promise<string[]> {
  const objects = await storage.list('wal/');
  return [...new Set(objects.flatMap((object) => object.split('/')[1] ?? []))];
}

/** Deletes outdated files of the log of a server, and its keys with the last file. */
export async function deleteWal(
  storage: BackupStorage,
  systemId: string,
  isOutdated: (file: WalObject) => boolean,
): Promise<void> {
  const files = await listWal(storage, systemId);
  const outdated = files.filter(isOutdated);
  for (const { object } of outdated) await storage.delete(object);
  // A running server goes on with its key, even if all that it has stored with it is outdated.
  if (outdated.length === 0 || outdated.length < files.length) return;
  for (const object of await storage.list(keyFolder(systemId))) await storage.delete(object);
}
