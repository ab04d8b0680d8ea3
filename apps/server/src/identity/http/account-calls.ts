import { identityApi, type IdentityApi, type IdentityRoute } from '@seller-connect/contract';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { registerCall, type ContractCall } from '../../platform/http/contract-calls.ts';
import type { VerifiedToken } from '../tokens/access-tokens.ts';
import { authenticateBearer } from '../tokens/bearer.ts';
import type { DpopProof } from '../tokens/dpop.ts';

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
