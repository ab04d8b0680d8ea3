import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { startJobQueue } from '../jobs/jobs.ts';
import { createLog } from '../log.ts';
import { processRegistry } from '../telemetry/metrics.ts';
import { openFolder } from './storage/folder.ts';
import { listBackups } from './manifest.ts';
import { startScheduledBackups } from './scheduled-backups.ts';
import { verifyBackup } from './write-backup.ts';

const passphrase = 'một hai ba bốn năm sáu';

const folder = await mkdtemp(join(tmpdir(), 'scheduled-'));
const database = await createTestDatabase();
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('makes a backup in a process of its own when its location has none', async () => {
  const log = createLog('silent');
  const location = { folder: join(folder, 'store') };
  const storage = openFolder(location.folder);
  const boss = await startJobQueue({ url: database.url, poolSize: 4, log });
  const program = join(import.meta.dirname, '../../backup.ts');
  const environment = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    DEMO: '0',
    LOG_LEVEL: 'silent',
    BACKUP_LOCATION: location.folder,
    BACKUP_PASSPHRASE: passphrase,
  };
  const settings = { location, passphrase, intervalHours: 24, retentionDays: 30, logSeconds: 0 };
  const errors: unknown[] = [];
  const backups = await startScheduledBackups({
    boss,
    settings,
    program,
    environment,
    dataDir: folder,
    log: { error: (...given: unknown[]) => void errors.push(given) },
  });
  // The worker sets the metric once the process has ended well, which takes minutes on a busy machine.
  await expect
    .poll(() => processRegistry.metrics(), { timeout: 220_000 })
    .toMatch(/^backup_newest_timestamp_seconds\{storage=.*\} 1/m);
  await backups.stop();
  expect(errors).toEqual([]);
  const [backupId = ''] = (await listBackups(storage)).complete;
  const { tables } = await verifyBackup(storage, backupId, passphrase);
  expect(tables.length).toBeGreaterThan(80);
  await boss.stop({ graceful: true, close: true });
});

it('begins no backup after it was stopped', async () => {
  const log = createLog('silent');
  const boss = await startJobQueue({ url: database.url, poolSize: 4, log });
  const [program, marker] = [join(folder, 'program.mjs'), join(folder, 'has-begun')];
  await writeFile(
    program,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(marker)}, ''); process.disconnect();`,
  );
  const [listed, stopping] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const bucket = createServer((_, response) => {
    listed.resolve();
    void stopping.promise.then(() => response.end('<ListBucketResult></ListBucketResult>'));
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
  const address = bucket.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const location = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'backups',
    prefix: '',
    region: 'us-east-1',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  };
  const settings = { location, passphrase, intervalHours: 24, retentionDays: 30, logSeconds: 0 };
  const backups = await startScheduledBackups({ boss, settings, program, dataDir: folder, log });
  await listed.promise;
  const stopped = backups.stop();
  stopping.resolve();
  await stopped;
  expect(existsSync(marker)).toBe(false);
  bucket.close();
  await boss.stop({ graceful: true, close: true });
});
