import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBackupKey } from './backup-key.ts';
import { writeContent } from './content.ts';
import { openFolder } from './storage/folder.ts';

/** A block of the compression. */
const partBytes = 128 * 1024;

it('fails only once no part is being stored, so that all parts can be deleted', async () => {
  const events: string[] = [];
  const [begun, broken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const storage = {
    ...openFolder('/nowhere'),
    async write() {
      begun.resolve();
      await broken.promise;
      // Longer than the error takes through the streams.
      for (let round = 0; round < 50; round += 1) await setImmediate();
      events.push('stored');
    },
  };
  async function* source() {
    // Incompressible, and less than two parts.
    for (let chunk = 0; chunk < 3; chunk += 1) yield randomBytes(partBytes / 2);
    await begun.promise;
    broken.resolve();
    throw new Error('the connection is gone');
  }
  const key = await createBackupKey('bốn con mèo trên mái nhà', 'backup', 10);
  const writing = writeContent({ storage, key, backupId: 'backup', partBytes }, 'table', source());
  await expect(writing.finally(() => events.push('failed'))).rejects.toThrow(
    'the connection is gone',
  );
  expect(events).toEqual(['stored', 'failed']);
});
