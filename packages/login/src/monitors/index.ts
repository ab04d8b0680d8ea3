export { bffMonitor } from './sessionInfo.ts';
export { iframeMonitor } from './iframe.ts';
export { sessionIdMonitor } from './sessionId.ts';
export type { SessionInfoOptions } from './sessionInfo.ts';
