import { createContext, createElement, useContext, useEffect, useSyncExternalStore } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { IdentityUser, Login, Session } from '../api.ts';

const LoginContext = createContext<Login | null>(null);

/** Starts the login instance once and provides it to the hooks of this module. */
export function LoginProvider(props: { login: Login; children: ReactNode }): ReactElement {
  const { login, children } = props;
  useEffect(() => void login.start(), [login]);
  return createElement(LoginContext, { value: login }, children);
}

/**
 * Returns the login instance: `login()`, `logout()`, `renew()`, `userInfo()`, `check()`, `on()`.
 * @throws Error if there is no `LoginProvider`
 */
export function useLogin(): Login {
  const login = useContext(LoginContext);
  if (!login) throw new Error('useLogin needs a LoginProvider above it');
  return login;
}

/** Returns the session snapshot (status, user and error) and re-renders on changes. */
export function useSession(): Session {
  const login = useLogin();
  return useSyncExternalStore(
    (changed) => login.on('change', changed),
    login.session,
    login.session,
  );
}

/** Returns the user, or null when logged out. */
export function useUser(): IdentityUser | null {
  return useSession().user;
}
