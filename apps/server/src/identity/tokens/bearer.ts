import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../platform/http/problem.ts';
import type { VerifiedToken } from './access-tokens.ts';
import type { DpopProof } from './dpop.ts';

const unauthorized = new Problem(401, 'invalid_token', {
  vi: 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.',
  en: 'Your session has expired. Sign in again.',
});

const insufficientScope = new Problem(403, 'insufficient_scope', {
  vi: 'Ứng dụng chưa được cấp quyền làm việc này. Vui lòng đăng nhập lại.',
  en: 'This application doesn’t have permission to do this. Sign in again.',
});

/**
 * Authenticates a request by its access token: with the scheme Bearer, or with DPoP and a proof of its key.
 * @param scope scope that the token must have
 * @throws Problem 401 when the token is missing or invalid, 403 when it lacks the scope
 */
export async function authenticateBearer(
  verify: (token: string, use?: DpopProof) => Promise<VerifiedToken | null>,
  scope: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<VerifiedToken> {
  const [scheme = '', token, more] = (request.headers.authorization ?? '').split(' ');
  const verified =
    token && more === undefined ? await verifyByScheme(scheme.toLowerCase(), token) : null;
  if (verified?.scopes.includes(scope)) return verified;
  if (verified) {
    reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
    throw insufficientScope;
  }
  reply.header('www-authenticate', 'Bearer error="invalid_token"');
  throw unauthorized;

  async function verifyByScheme(kind: string, given: string): Promise<VerifiedToken | null> {
    if (kind === 'bearer') return verify(given);
    const { dpop: proof, host, 'x-forwarded-proto': protocol } = request.headers;
    if (kind !== 'dpop' || typeof proof !== 'string' || typeof protocol !== 'string') return null;
    // The listener sets host and scheme from the configuration.
    const url = `${protocol}://${host}${request.url}`;
    return verify(given, { proof, method: request.method, url });
  }
}
