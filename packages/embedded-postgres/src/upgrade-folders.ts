import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './failure.ts';

/**
 * Folders of an upgrade to the next major version, beside each other:
 *
 * | folder | contains |
 * | --- | --- |
 * | `cluster` | the data that the program uses |
 * | `cluster.upgrade` | an unfinished copy; deleted by the next attempt |
 * | `cluster.upgraded` | a complete copy that is about to become `cluster` |
 * | `cluster-17` | the data of version 17 before the upgrade, unchanged: the way back |
 */
export const unfinishedCopy = 'cluster.upgrade';
export const completeCopy = 'cluster.upgraded';
const earlierPattern = /^cluster-\d+$/;
/** In the folder of the earlier data: when it was replaced. */
const replacedAtFile = 'replaced-at';

/** How long the earlier data are kept. */
const earlierRetentionMs = 14 * 86_400_000;

/** Returns the major version that wrote a data folder. */
export function majorVersionOf(data: string): number {
  return Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10);
}

/** Declares the copy complete and puts it in the place of the earlier data. */
export async function replaceByCopy(folder: string, now: Date): Promise<void> {
  await writeFile(join(folder, 'cluster', replacedAtFile), now.toISOString());
  await rename(join(folder, unfinishedCopy), join(folder, completeCopy));
  await finishUpgrade(folder);
}

/**
 * Puts a complete copy in the place of the earlier data, also after a crash in the middle of it.
 * @throws EmbeddedPostgresError if data of an earlier version are there and none of this one
 */
export async function finishUpgrade(folder: string): Promise<void> {
  const [data, complete] = [join(folder, 'cluster'), join(folder, completeCopy)];
  if (existsSync(complete)) {
    if (existsSync(data)) await rename(data, join(folder, `cluster-${majorVersionOf(data)}`));
    await rename(complete, data);
    await syncFolder(folder);
  }
  const [earlier] = earlierData(folder);
  if (existsSync(data) || earlier === undefined) return;
  throw new EmbeddedPostgresError(
    `${data} is missing, and ${earlier} has the data of an earlier version: rename it to cluster to go back to them.`,
  );
}

/** Waits until the names of a folder are on the disk, such as that of a file that was renamed. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Deletes the data of earlier versions that were replaced two weeks ago. @returns their paths */
export async function deleteProvenEarlierData(folder: string, now: Date): Promise<string[]> {
  const outdated = earlierData(folder).filter((path) => {
    const file = join(path, replacedAtFile);
    const replacedAt = existsSync(file) ? Date.parse(readFileSync(file, 'utf8')) : Number.NaN;
    return now.getTime() - replacedAt > earlierRetentionMs;
  });
  for (const path of outdated) await rm(path, { recursive: true, force: true });
  return outdated;
}

function earlierData(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => earlierPattern.test(name))
    .map((name) => join(folder, name));
}
