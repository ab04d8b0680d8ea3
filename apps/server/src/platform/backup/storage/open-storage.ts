import type { BackupSettings } from '../../config/backup-settings.ts';
import type { BackupStorage } from './backup-storage.ts';
import { openBucket } from './bucket.ts';
import { openFolder } from './folder.ts';

/** Returns the part of a storage whose objects begin with `prefix`, which ends with a slash. */
export function within(storage: BackupStorage, prefix: string): BackupStorage {
  return {
    name: storage.name,
    write: (object, bytes) => storage.write(`${prefix}${object}`, bytes),
    read: (object) => storage.read(`${prefix}${object}`),
    list: async (inner) =>
      (await storage.list(`${prefix}${inner}`)).map((object) => object.slice(prefix.length)),
    delete: (object) => storage.delete(`${prefix}${object}`),
  };
}

export function openBackupStorage(location: BackupSettings['location']): BackupStorage {
  return 'folder' in location ? openFolder(location.folder) : openBucket(location);
}
