import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';
import { createRequestLimiter, throwIfRateLimited } from './request-limiter.ts';

/**
 * Tokens that open nothing, per address: each is a question to the database. The people of an office share an address,
 * and their tokens end all the time.
 */
const maxUnknownTokensPerMinute = 300;

/** How long a call may take to arrive. Node itself knows one limit for all calls: that of the slowest. */
const defaultBodyTimeoutMs = 30_000;
/** A file of 20 MB on a line of half a megabit a second. */
export const uploadTimeoutMs = 6 * 60_000;

export type TokenGuard = <T>(
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  find: (token: string) => Promise<T | null>,
) => Promise<T | null>;

/** Looks bearer tokens up; not those of an address that has brought too many which open nothing. */
export function createTokenGuard(): TokenGuard {
  const unknownTokenLimiter = createRequestLimiter(maxUnknownTokensPerMinute);
  return async ({ headers, ip }, find) => {
    const [scheme, token] = (headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) return null;
    throwIfRateLimited(unknownTokenLimiter.wait(ip));
    const found = await find(token);
    if (!found) unknownTokenLimiter(ip);
    return found;
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body may take to arrive, in milliseconds. */
    bodyTimeoutMs?: number;
  }
}

/** Cuts off a call whose body does not arrive in the time that its route gives. */
export function enforceBodyTimeout(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    const { 'content-length': length, 'transfer-encoding': coding } = raw.headers;
    if (coding === undefined && (length === undefined || length === '0')) return;
    const timeoutMs = request.routeOptions.config.bodyTimeoutMs ?? defaultBodyTimeoutMs;
    const timer = setTimeout(() => raw.destroy(), timeoutMs);
    const clearTimer = () => clearTimeout(timer);
    raw.once('end', clearTimer);
    raw.once('close', clearTimer);
  });
}

/** @throws Problem 400 for the null character, as it is written in an address or in JSON: no text of the database holds it */
export function rejectNullCharacters(text: string): void {
  if (!text.includes('%00') && !text.includes('\\u0000')) return;
  throw new Problem(400, 'bad_request', {
    vi: 'Yêu cầu chứa ký tự không hợp lệ. Vui lòng kiểm tra lại thông tin đã nhập.',
    en: 'The request holds a character that is not allowed. Please check what you entered.',
  });
}
