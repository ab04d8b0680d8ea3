import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '@seller-connect/embedded-postgres';
import { BackupError, type BackupStorage } from './backup-storage.ts';

/** Opens a folder as a place for backups. It is created with the first backup. */
export function openFolder(folder: string): BackupStorage {
  return {
    name: folder,
    async write(object, bytes) {
      const path = join(folder, object);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.part`;
      await writeFile(draft, bytes, { mode: 0o600, flush: true });
      await rename(draft, path);
      await syncFolder(dirname(path));
    },
    async read(object) {
      try {
        return await readFile(join(folder, object));
      } catch (error) {
        if (!isMissing(error)) throw error;
        throw new BackupError(`${object} is missing in ${folder}.`, { cause: error });
      }
    },
    async list(prefix) {
      // A prefix ends with a slash or is empty, so it names a folder.
      const base = join(folder, prefix);
      const entries = await readdir(base, { recursive: true, withFileTypes: true }).catch(
        (error: unknown) => {
          if (isMissing(error)) return [];
          throw error;
        },
      );
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
        .toSorted();
    },
    async delete(object) {
      await rm(join(folder, object), { force: true });
      // Folders that became empty go too; one that is not empty stays.
      for (let each = dirname(object); each !== '.'; each = dirname(each)) {
        const isRemoved = await rmdir(join(folder, each)).then(
          () => true,
          () => false,
        );
        if (!isRemoved) break;
      }
    },
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
