export { providerLogout } from './providerLogout.ts';
export { createSession } from './session.ts';
export type { AppSession, SessionParts } from './session.ts';
export { SessionContext, usePerson, usePermissions, useAppSession } from './react.ts';
