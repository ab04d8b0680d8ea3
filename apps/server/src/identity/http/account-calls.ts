import { identityApi, type IdentityApi, type IdentityRoute } from '@seller-connect/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { registerCall, type ContractCall } from '../../platform/http/contract-calls.ts';
import type { VerifiedToken, DpopProof } from '../tokens/access-tokens.ts';
import { Problem } from '../../platform/http/problem.ts';

export type VerifyToken = (token: string, use?: DpopProof) => Promise<VerifiedToken | null>;

/** Registers a call of the identity provider's contract. */
export type HandleAccountCall = <Name extends keyof IdentityApi>(
  name: Name,
  handler: (
    call: ContractCall<IdentityApi[Name], VerifiedToken>,
  ) => Promise<Static<IdentityApi[Name]['response']>>,
) => void;

export function createAccountCalls(app: FastifyInstance, verify: VerifyToken): HandleAccountCall {
  return (name, handler) => {
    const shape: IdentityApi[typeof name] = identityApi[name];
    const { scope }: IdentityRoute = shape;
    registerCall(app, name, shape, {
      schema: { security: [{ identity: [scope] }] },
      authenticate: (request, reply) => authenticateBearer(verify, scope, request, reply),
      handler,
    });
  };
}

const unauthorizedProblem = new Problem(401, 'invalid_token', {
  vi: 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.',
  en: 'Your session has expired. Sign in again.',
});

const insufficientScopeProblem = new Problem(403, 'insufficient_scope', {
  vi: 'Ứng dụng chưa được cấp quyền làm việc này. Vui lòng đăng nhập lại.',
  en: 'This application doesn’t have permission to do this. Sign in again.',
});

/**
 * Authenticates a request by its access token: with the scheme Bearer, or with DPoP and a proof of its key.
 * @param scope scope that the token must have
 * @throws Problem 401 when the token is missing or invalid, 403 when it lacks the scope
 */
async function authenticateBearer(
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
    throw insufficientScopeProblem;
  }
  reply.header('www-authenticate', 'Bearer error="invalid_token"');
  throw unauthorizedProblem;

  async function verifyByScheme(kind: string, given: string): Promise<VerifiedToken | null> {
    if (kind === 'bearer') return verify(given);
    const { dpop: proof, host, 'x-forwarded-proto': protocol } = request.headers;
    if (kind !== 'dpop' || typeof proof !== 'string' || typeof protocol !== 'string') return null;
    // The listener sets host and scheme from the configuration.
    const url = `${protocol}://${host}${request.url}`;
    return verify(given, { proof, method: request.method, url });
  }
}
