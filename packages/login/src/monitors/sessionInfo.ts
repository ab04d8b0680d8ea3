import type { LoginDependencies, Monitor } from '../dependencies.ts';
import { isObject } from '../guards.ts';
import { requestJson } from '../protocol/http.ts';
import { createSessionMonitor } from './sessionMonitor.ts';
import type { SessionCheckResult } from './sessionMonitor.ts';

/** Options of the monitors that poll a session-info endpoint. */
export interface SessionInfoOptions {
  /** URL of the endpoint. Defaults to the specified path on the issuer's origin. */
  readonly address?: string;
}

/**
 * Reads `is_authenticated` from a session-info endpoint. A 404 is `unusable`; any other response without that
 * boolean is `unknown`.
 * @throws LoginError `network` or `timeout`
 */
export async function fetchSessionInfo(
  { settings }: LoginDependencies,
  path: string,
  { address }: SessionInfoOptions,
  init: Parameters<typeof requestJson>[2],
): Promise<SessionCheckResult> {
  const url = address ?? new URL(path, settings.issuer).href;
  const { status, body } = await requestJson(settings, url, { ...init, cache: 'no-store' });
  if (status === 404) return 'unusable';
  const isAuthenticated = status === 200 && isObject(body) ? body['is_authenticated'] : undefined;
  if (typeof isAuthenticated !== 'boolean') return 'unknown';
  return isAuthenticated ? 'same' : 'ended';
}

/** Creates the monitor `bff`: asks whether the backend session of this browser's cookie is alive. */
export function bffMonitor(options: SessionInfoOptions = {}): Monitor {
  return createSessionMonitor('bff', (dependencies) => ({
    ask: () => fetchSessionInfo(dependencies, '/session/info', options, { credentials: 'include' }),
  }));
}
