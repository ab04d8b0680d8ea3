import { setTimeout as delay } from 'node:timers/promises';
import { readBytes } from '../../platform/read-bytes.ts';

/** Another identity provider did not answer, or not as expected. Says nothing about the user. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

interface ProviderResponse {
  status: number;
  body: unknown;
}

export interface CallOptions {
  /** Timeout of one attempt. */
  timeoutMs: number;
  /** Maximum number of attempts; 1 for a call whose input works only once. */
  tries: number;
}

/** For calls that may be repeated. */
export const repeatableCall: CallOptions = { timeoutMs: 5000, tries: 2 };

/** Larger than any provider's response. */
const maxResponseBytes = 256 * 1024;
const retryDelayMs = 150;

/**
 * Calls another identity provider and parses the JSON response. A 429 or 5xx response counts as no response.
 * @throws ProviderUnavailable when all attempts fail
 */
export async function callProvider(
  address: string,
  init: RequestInit,
  options: CallOptions,
): Promise<ProviderResponse> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callOnce(address, init, options.timeoutMs);
    } catch (error) {
      if (attempt >= options.tries) throw error;
      await delay(retryDelayMs * (0.5 + Math.random()) * attempt);
    }
  }
}

async function callOnce(
  address: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<ProviderResponse> {
  const { pathname } = new URL(address);
  try {
    const response = await fetch(address, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status >= 500 || response.status === 429) {
      await response.body?.cancel();
      throw new ProviderUnavailable(`${pathname} answered ${response.status}`);
    }
    const body: unknown = JSON.parse(await readText(response));
    return { status: response.status, body };
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error;
    // Only the error's name: messages may quote the input.
    throw new ProviderUnavailable(`${pathname} could not be read (${errorName(error)})`);
  }
}

function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'failure';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return '';
  const bytes = await readBytes(response.body, maxResponseBytes);
  if (bytes === null) throw new ProviderUnavailable('an answer was too long');
  return bytes.toString('utf8');
}
