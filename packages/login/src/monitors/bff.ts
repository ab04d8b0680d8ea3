import type { Monitor } from '../config.ts';
import { fetchSessionInfo } from './sessionInfo.ts';
import type { SessionInfoOptions } from './sessionInfo.ts';
import { createSessionMonitor } from './sessionMonitor.ts';

/** Creates the monitor `bff`: asks whether the backend session of this browser's cookie is alive. */
export function bffMonitor(options: SessionInfoOptions = {}): Monitor {
  return createSessionMonitor('bff', (parts) => ({
    ask: () => fetchSessionInfo(parts, '/session/info', options, { credentials: 'include' }),
    close: () => undefined,
  }));
}
