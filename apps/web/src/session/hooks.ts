import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Session } from '@seller-connect/login';
import type { PermissionState } from './permissionStore.ts';
import type { AppSession } from './session.ts';

/** Provided once by the shell. */
export const SessionContext = createContext<AppSession | null>(null);

/** The session itself, for signing in and out. */
export function useSession(): AppSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session around this component');
  return session;
}

/** Who is there at the identity provider; renders again when that changes. */
export function useAuth(): Session {
  const { login } = useSession();
  return useSyncExternalStore(
    (changed) => login.on('change', changed),
    () => login.session(),
  );
}

/** What is known of the person's permissions; renders again when that changes. */
export function usePermissionState(): PermissionState {
  const session = useSession();
  return useSyncExternalStore(
    (changed) => session.onPermissions(changed),
    () => session.permissions(),
  );
}

/** What the person may do; null while it is not known. */
export function usePermissions(): readonly string[] | null {
  const state = usePermissionState();
  return state.status === 'known' ? state.permissions : null;
}
