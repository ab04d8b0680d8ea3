import type { LoginError } from '@seller-connect/login';
import { useEffect, useRef, useState } from 'react';
import { useAppSession, usePerson } from '../session/index.ts';

export type Presence =
  | { readonly state: 'signed-in' }
  | { readonly state: 'waiting' }
  /** Signed out in another tab; the provider's session may take a moment longer to end. */
  | { readonly state: 'left' }
  | { readonly state: 'failed'; readonly error: LoginError | null };

/**
 * Sends whoever is not signed in to the login, from which they come back to `returnTo`. A login that
 * failed is not begun again by itself, nor one for somebody who just left in another tab.
 */
export function useSignedIn(returnTo: string): Presence {
  const session = useAppSession();
  const { status, error } = usePerson();
  const [unreachable, setUnreachable] = useState(false);
  const [left, setLeft] = useState(false);
  // The status changes before the event says why; the effect below has to know at once.
  const leftNow = useRef(false);
  useEffect(() => {
    const note = (elsewhere: boolean) => {
      leftNow.current = elsewhere;
      setLeft(elsewhere);
    };
    const stops = [
      session.login.on('user-removed', ({ by }) => note(by === 'other-tab')),
      session.login.on('user-loaded', () => note(false)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session]);
  const leave = status === 'logged-out' && error === null && !unreachable;
  useEffect(() => {
    if (leave && !leftNow.current) session.signIn(returnTo).catch(() => setUnreachable(true));
  }, [leave, returnTo, session]);
  // Offline or asleep past the end of the token nobody is signed out: the session is renewed on return.
  if (status === 'logged-in' || status === 'expired') return { state: 'signed-in' };
  if (status === 'logged-out' && left) return { state: 'left' };
  if (status === 'logged-out' && (error !== null || unreachable)) return { state: 'failed', error };
  return { state: 'waiting' };
}
