import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child.ts';

const waitMessageAfterMs = 20_000;

/** A program is ready after about two seconds, of which more frequent requests would take a fifth of the CPU time. */
const pollIntervalMs = 150;

/**
 * Waits until a URL responds without an error status.
 * @param child ends the wait when it exits
 * @returns false if the child exited or `ending` was aborted first
 */
export async function waitUntilReady(
  child: Child,
  url: string,
  ending: AbortSignal,
): Promise<boolean> {
  const startedAt = Date.now();
  let hasNotified = false;
  while (child.code === undefined && !ending.aborted) {
    if (await respondsOk(url)) return true;
    if (!hasNotified && Date.now() - startedAt > waitMessageAfterMs) {
      hasNotified = true;
      process.stderr.write(`Still waiting for the ${child.name}.\n`);
    }
    await sleep(pollIntervalMs);
  }
  return false;
}

async function respondsOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(2000),
      headers: { connection: 'close' },
      redirect: 'manual',
    });
    await response.body?.cancel();
    return response.status < 400;
  } catch {
    return false;
  }
}
