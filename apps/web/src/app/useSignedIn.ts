import type { LoginError } from '@seller-connect/login';
import { useEffect, useState } from 'react';
import { useAppSession, usePerson } from '../session/index.ts';

export type Presence =
  | { readonly state: 'signed-in' }
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly error: LoginError | null };

/**
 * Sends whoever is not signed in to the login, from which they come back to `returnTo`. A login that
 * failed is not begun again by itself.
 */
export function useSignedIn(returnTo: string): Presence {
  const session = useAppSession();
  const { status, error } = usePerson();
  const [unreachable, setUnreachable] = useState(false);
  const leave = status === 'logged-out' && error === null && !unreachable;
  useEffect(() => {
    if (leave) session.signIn(returnTo).catch(() => setUnreachable(true));
  }, [leave, returnTo, session]);
  if (status === 'logged-in') return { state: 'signed-in' };
  if (status === 'logged-out' && (error !== null || unreachable)) return { state: 'failed', error };
  return { state: 'waiting' };
}
