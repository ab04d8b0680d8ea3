import type { LoginErrorCode } from '@seller-connect/login';
import { useEffect, useRef, useState } from 'react';
import { useAppSession, usePerson } from '../../session/index.ts';

/** Why nobody is signed in; `repeated`: the login began twice within a minute and came to nothing. */
export type SignInProblem = LoginErrorCode | 'repeated';

export type Presence =
  | { readonly state: 'signed-in' }
  | { readonly state: 'waiting' }
  /** Signed out in another tab; the provider's session may take a moment longer to end. */
  | { readonly state: 'left' }
  | { readonly state: 'failed'; readonly problem: SignInProblem };

/**
 * Sends whoever is not signed in to the login, from which they come back to `returnTo`. A login that
 * failed is not begun again by itself, nor one whose token was refused at once, nor one for somebody who just left
 * in another tab, nor a third one within a minute.
 */
export function useSignedIn(returnTo: string): Presence {
  const session = useAppSession();
  const { status, error } = usePerson();
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [end, setEnd] = useState<'left' | 'refused' | null>(() =>
    session.isTokenRefused() ? 'refused' : null,
  );
  // The status changes before the event says why; the effect below has to know at once.
  const endNow = useRef(end);
  useEffect(() => {
    const record = (next: typeof end) => {
      endNow.current = next;
      setEnd(next);
    };
    const stops = [
      session.login.on('user-removed', ({ by }) => {
        if (by === 'other-tab') record('left');
        else record(session.isTokenRefused() ? 'refused' : null);
      }),
      session.login.on('user-loaded', () => record(null)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session]);
  const leave = status === 'logged-out' && error === null && problem === null;
  useEffect(() => {
    if (!leave || endNow.current !== null) return;
    session.signInByItself(returnTo).then(
      (isAdmitted) => {
        if (!isAdmitted) setProblem('repeated');
      },
      () => setProblem('network'),
    );
  }, [leave, returnTo, session]);
  // Offline or asleep past the end of the token nobody is signed out: the session is renewed on return.
  if (status === 'logged-in' || status === 'expired') return { state: 'signed-in' };
  if (status !== 'logged-out') return { state: 'waiting' };
  if (end === 'left') return { state: 'left' };
  const why = error?.code ?? problem ?? (end === 'refused' ? 'unauthorized' : null);
  return why === null ? { state: 'waiting' } : { state: 'failed', problem: why };
}
