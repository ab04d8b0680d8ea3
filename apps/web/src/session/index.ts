export { providerLogout } from './providerLogout.ts';
export { createSession } from './session.ts';
export type { AppSession, SessionParts } from './session.ts';
export type { PermissionState } from './permissions.ts';
export {
  SessionContext,
  useAppSession,
  usePermissions,
  usePermissionState,
  usePerson,
} from './react.ts';
export { SignInAgain } from './SignInAgain.tsx';
