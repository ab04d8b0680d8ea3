import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../platform/problem.ts';
import type { VerifiedToken } from './accessTokens.ts';

const unauthorized = new Problem(401, 'invalid_token', {
  vi: 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.',
  en: 'Your session has ended. Please sign in again.',
});

/** Who calls, by the access token of the request. @throws Problem 401 for any other token, or none. */
export async function readBearer(
  verify: (token: string) => Promise<VerifiedToken | null>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<VerifiedToken> {
  const [scheme, token, more] = (request.headers.authorization ?? '').split(' ');
  const verified =
    scheme?.toLowerCase() === 'bearer' && token && more === undefined ? await verify(token) : null;
  if (verified) return verified;
  reply.header('www-authenticate', 'Bearer error="invalid_token"');
  throw unauthorized;
}
