import type { Monitor } from '../config.ts';
import { fetchSessionInfo } from './sessionInfo.ts';
import type { SessionInfoOptions } from './sessionInfo.ts';
import { createSessionMonitor } from './sessionMonitor.ts';

/** The monitor `bff`: asks whether the backend session behind this browser's cookie still lives. */
export function bffMonitor(options: SessionInfoOptions = {}): Monitor {
  return createSessionMonitor('bff', (parts) => ({
    ask: () => fetchSessionInfo(parts, '/session/info', options, { credentials: 'include' }),
    close: () => undefined,
  }));
}
