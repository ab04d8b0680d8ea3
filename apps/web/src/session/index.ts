export { providerLogout } from './providerLogoutUrl.ts';
export { createSession } from './session.ts';
export type { AppSession, SessionParts } from './session.ts';
export type { PermissionState } from './permissionStore.ts';
export {
  SessionContext,
  useAppSession,
  usePermissions,
  usePermissionState,
  usePerson,
} from './hooks.ts';
export { SignInAgain } from './ReauthenticationBanner.tsx';
