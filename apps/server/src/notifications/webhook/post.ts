import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress, literalAddress } from './address.ts';

/** How an attempt ended. `problem` is null for a success. */
export interface PostResult {
  /** Null without a response. */
  status: number | null;
  problem: string | null;
}

type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface PostOptions {
  /** From the DNS query to the response; 10 s by default. */
  timeoutMs?: number;
  resolve?: Resolve;
  isAllowed?: (address: string) => boolean;
}

const defaultTimeoutMs = 10_000;

class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

/**
 * Posts a body. Connects to none but the address that was checked, so that a name that resolves differently the next
 * time gains nothing (DNS rebinding). Redirects are not followed, and the response's body is not read. Does not reject.
 */
export function post(
  url: URL,
  { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
  options: PostOptions = {},
): Promise<PostResult> {
  const { timeoutMs = defaultTimeoutMs, isAllowed = isPublicAddress } = options;
  const literal = literalAddress(url);
  if (literal !== null && !isAllowed(literal)) {
    return Promise.resolve({ status: null, problem: 'address_refused' });
  }
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((done) => {
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      lookup: guardedLookup(options.resolve ?? resolve, isAllowed),
      signal: AbortSignal.timeout(timeoutMs),
      agent: false,
    });
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      done({ status, problem: problemOf(status) });
      response.destroy();
    });
    request.on('error', (error) => done({ status: null, problem: failureCode(error) }));
    request.end(body);
  });
}

/** Resolves a name, and refuses it if any of its addresses is not allowed. */
function guardedLookup(
  resolveName: Resolve,
  isAllowed: (address: string) => boolean,
): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new RefusedAddress('No address'), '', 0);
      if (!addresses.every(({ address }) => isAllowed(address))) {
        return callback(new RefusedAddress('The address is not public'), '', 0);
      }
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirected' : 'status';
}

function failureCode(error: Error): string {
  if (error instanceof RefusedAddress) return 'address_refused';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
