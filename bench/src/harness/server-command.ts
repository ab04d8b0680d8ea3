import { spawn } from 'node:child_process';
import { join } from 'node:path';

const serverFolder = join(import.meta.dirname, '../../../apps/server/src');
export const backupPassphrase = 'a passphrase for a lost machine';

/**
 * Runs `npm run backup` or `npm run restore` in a process of its own.
 * @param store folder of the backups
 * @param database settings that name the database
 * @returns what it printed
 */
export function runServerCommand(
  command: 'backup' | 'restore',
  store: string,
  database: { DATA_DIR: string; DATABASE_URL?: string },
  args: readonly string[] = [],
): Promise<string> {
  const script = join(serverFolder, `${command}.ts`);
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, ...args],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...database,
        DEMO: '0',
        VAULT_KEY_FILE_ALLOWED: '1',
        BACKUP_LOCATION: store,
        BACKUP_PASSPHRASE: backupPassphrase,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}: ${output}`)),
    );
  });
}
