import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Session } from '@seller-connect/login';
import type { PermissionState } from './permissionStore.ts';
import type { AppSession } from './session.ts';

/** Provided once by the entry. */
export const SessionContext = createContext<AppSession | null>(null);

/**
 * Returns the session.
 * @throws Error outside `SessionContext`
 */
export function useSession(): AppSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session around this component');
  return session;
}

/** Returns the login session and re-renders on changes. */
export function useAuth(): Session {
  const { login } = useSession();
  return useSyncExternalStore(
    (changed) => login.on('change', changed),
    () => login.session(),
  );
}

/** Returns the state of the user's permissions and re-renders on changes. */
export function usePermissionState(): PermissionState {
  const session = useSession();
  return useSyncExternalStore(
    (changed) => session.onPermissions(changed),
    () => session.permissions(),
  );
}

/** Returns the user's permissions, or null while they are unknown. */
export function usePermissions(): readonly string[] | null {
  const state = usePermissionState();
  return state.status === 'known' ? state.permissions : null;
}
