export { createSession } from './session.ts';
export type { AppSession, AutomaticSignInStop } from './session.ts';
export type { PermissionState } from './permissionStore.ts';
export {
  SessionContext,
  useSession,
  usePermissions,
  usePermissionState,
  useAuth,
} from './hooks.ts';
