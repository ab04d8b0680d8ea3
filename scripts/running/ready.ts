import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child.ts';

const TELL_AFTER = 20_000;

/**
 * Waits until an address answers without a server error.
 * @param child whose end ends the waiting
 * @returns false when the child ended first
 */
export async function isReady(child: Child, url: string, ending: AbortSignal): Promise<boolean> {
  const began = Date.now();
  let told = false;
  while (child.code === undefined && !ending.aborted) {
    if (await answers(url)) return true;
    if (!told && Date.now() - began > TELL_AFTER) {
      told = true;
      process.stderr.write(`Still waiting for the ${child.name}.\n`);
    }
    await sleep(50);
  }
  return false;
}

async function answers(url: string): Promise<boolean> {
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
