import type { Monitor } from '../config.ts';
import { askSessionInfo } from './sessionInfo.ts';
import type { SessionInfoOptions } from './sessionInfo.ts';
import { watchSession } from './sessionMonitor.ts';

/** The monitor `bff`: asks whether the backend session behind this browser's cookie still lives. */
export function bffMonitor(options: SessionInfoOptions = {}): Monitor {
  return watchSession('bff', (parts) => ({
    ask: () => askSessionInfo(parts, '/session/info', options, { credentials: 'include' }),
    close: () => undefined,
  }));
}
