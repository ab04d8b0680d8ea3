import type { FastifyRequest } from 'fastify';
import type { Log } from '../../platform/log.ts';
import { negotiateLanguage, type Language } from '../../platform/http/problem.ts';

/** One line per security event. Never contains a typed name, a password, a token or a code. */
interface SecurityEvent {
  event: string;
  result: 'succeeded' | 'failed' | 'refused';
  reason: string;
  /** The account concerned, if known. */
  actor: string | null;
  client?: string | undefined;
  address?: string | undefined;
  requestId?: string | undefined;
}

export type SecurityLog = (event: SecurityEvent) => void;

/** Returns a function that logs why an act did not succeed, and returns the reason as its outcome. */
export function createRejection(
  security: SecurityLog,
  event: Omit<SecurityEvent, 'result' | 'reason'>,
) {
  return <Outcome extends string>(result: 'failed' | 'refused', outcome: Outcome) => {
    security({ ...event, result, reason: outcome });
    return { outcome };
  };
}

export function createSecurityLog(log: Pick<Log, 'info' | 'warn'>): SecurityLog {
  return (event) => {
    const line = { security: event };
    if (event.result === 'succeeded') log.info(line, `identity: ${event.event} succeeded`);
    else log.warn(line, `identity: ${event.event} ${event.result}`);
  };
}

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
