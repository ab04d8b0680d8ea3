import { setTimeout as delay } from 'node:timers/promises';

/** Another identity provider did not answer, or not as it should: nothing is said about the person. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

export interface ProviderResponse {
  status: number;
  body: unknown;
}

export interface CallOptions {
  /** For one try. */
  timeoutMs: number;
  /** How often it may be tried; a call whose input works only once is tried once. */
  tries: number;
}

/** No provider's are larger. */
const maxResponseBytes = 256 * 1024;
const retryDelayMs = 150;

/**
 * One call of another identity provider, read as JSON. Answers of the 5xx range and 429 count as none.
 * @throws ProviderUnavailable
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
    // The name of what failed and nothing else of it: messages quote what they were about.
    throw new ProviderUnavailable(`${pathname} could not be read (${errorName(error)})`);
  }
}

function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'failure';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxResponseBytes) throw new ProviderUnavailable('an answer was too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
