import type { BackupSettings } from '../config/backup-settings.ts';
import type { BackupStorage } from './backup-storage.ts';
import { openBucket } from './bucket.ts';
import { openFolder } from './folder.ts';

export function openBackupStorage(location: BackupSettings['location']): BackupStorage {
  return 'folder' in location ? openFolder(location.folder) : openBucket(location);
}
