import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Permission } from '@seller-connect/contract';
import { Problem, rateLimitedProblem, type LocalizedText } from './problem.ts';
import { createRequestLimiter } from './limits/request-limiter.ts';

/**
 * Limit of unknown tokens per address, because each costs a database query. It is high, because the users of an office
 * share an address and their tokens expire all the time.
 */
const maxUnknownTokensPerMinute = 300;

/** How long a request body may take to arrive. Node has one limit for all calls, which is that of the slowest. */
const defaultBodyTimeoutMs = 30_000;
/** Long enough for 20 MB at half a megabit per second. */
export const uploadTimeoutMs = 6 * 60_000;

export type TokenGuard = <T>(
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  find: (token: string) => Promise<T | null>,
) => Promise<T | null>;

/** Creates a look-up of bearer tokens that rejects addresses that sent too many unknown ones. */
export function createTokenGuard(): TokenGuard {
  const unknownTokenLimiter = createRequestLimiter(maxUnknownTokensPerMinute);
  return async ({ headers, ip }, find) => {
    const [scheme, token] = (headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) return null;
    const seconds = unknownTokenLimiter.wait(ip);
    if (seconds > 0) throw rateLimitedProblem(seconds);
    const found = await find(token);
    if (!found) unknownTokenLimiter.count(ip);
    return found;
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body may take to arrive, in milliseconds. */
    bodyTimeoutMs?: number;
    /** The route reads nothing of its URL, which may contain any character. */
    ignoresUrl?: boolean;
  }
}

/** Closes the connection of a call whose body does not arrive within the route's timeout. */
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

/** An encoded half of a surrogate pair without the other half. */
const loneSurrogate =
  /(?<!\\ud[89ab][\da-f]{2})\\ud[c-f][\da-f]{2}|\\ud[89ab][\da-f]{2}(?!\\ud[c-f][\da-f]{2})/i;

/**
 * Rejects URLs and JSON with characters that PostgreSQL cannot store: null, and in JSON half of a surrogate pair. A form
 * is checked by its route.
 */
export function rejectUnstorableText(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, routeOptions }) => {
    if (!routeOptions.config.ignoresUrl) requireStorable(url);
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    // Some clients send a JSON content type without a body.
    if (text === '') return done(null, undefined);
    try {
      requireStorable(text);
    } catch (error) {
      return done(error instanceof Error ? error : null);
    }
    return void parseJson(request, text, done);
  });
}

/**
 * Returns the URL of a request. A path that cannot be decoded gets its percent signs escaped, so that it is an unknown path
 * like any other.
 */
export function escapeUndecodablePath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** @throws Problem 400 for an encoded null character or half of a surrogate pair */
function requireStorable(text: string): void {
  const hasNull = text.includes('%00') || text.includes('\\u0000');
  if (!hasNull && !loneSurrogate.test(text)) return;
  throw new Problem(400, 'bad_request', {
    vi: 'Yêu cầu chứa ký tự không hợp lệ. Vui lòng kiểm tra lại thông tin đã nhập.',
    en: 'The request contains a character that isn’t allowed. Check what you entered.',
  });
}

const permissionTexts: Record<Permission, LocalizedText> = {
  'catalog:all:all': { vi: 'quản lý thương hiệu', en: 'manage brands' },
  'ppm:all:all': { vi: 'quản lý giá', en: 'manage prices' },
};

/**
 * Checks that the user's current permissions contain the exact text of the required one (specification, section 6).
 * @throws Problem 403 that says what is missing and who can grant it
 */
export function requirePermission(granted: readonly string[], required: Permission): void {
  if (granted.includes(required)) return;
  const area = permissionTexts[required];
  throw new Problem(
    403,
    'forbidden',
    {
      vi: `Tài khoản của bạn chưa có quyền ${area.vi}. Hãy nhờ người quản trị phân vai trò của công ty cấp quyền này cho bạn.`,
      en: `Your account doesn’t have permission to ${area.en}. Ask your company’s role administrator to grant it to you.`,
    },
    { permission: required },
  );
}
