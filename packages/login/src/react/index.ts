import { createContext, createElement, useContext, useEffect, useSyncExternalStore } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { IdentityUser, Login, Session } from '../api.ts';

const LoginContext = createContext<Login | null>(null);

/** Starts the login layer once and hands it to the hooks below. */
export function LoginProvider(props: { login: Login; children: ReactNode }): ReactElement {
  const { login, children } = props;
  useEffect(() => void login.start(), [login]);
  return createElement(LoginContext, { value: login }, children);
}

/** The login layer itself: `login()`, `logout()`, `renew()`, `userInfo()`, `check()`, `on()`. */
export function useLogin(): Login {
  const login = useContext(LoginContext);
  if (!login) throw new Error('useLogin needs a LoginProvider above it');
  return login;
}

/** Status, user and error; renders again at each change. */
export function useSession(): Session {
  const login = useLogin();
  return useSyncExternalStore(
    (changed) => login.on('change', changed),
    login.session,
    login.session,
  );
}

/** The user, or null while nobody is logged in. */
export function useUser(): IdentityUser | null {
  return useSession().user;
}
