import type { FastifyRequest } from 'fastify';
import { negotiateLanguage, type Language } from '../../platform/http/problem.ts';

/** Who makes a call, for the security log and for emails. */
export interface Caller {
  address: string;
  requestId: string;
  language: Language;
}

export function callerOf(
  request: FastifyRequest,
  language: Language = negotiateLanguage(request.headers['accept-language']),
): Caller {
  return { address: request.ip, requestId: request.id, language };
}
