import type { LoginErrorCode } from '@seller-connect/login';
import { useEffect, useRef, useState } from 'react';
import { useSession, useAuth } from '../../session/index.ts';

/** Why nobody is signed in; `repeated`: the login began twice within a minute and came to nothing. */
export type SignInProblem = LoginErrorCode | 'repeated';

export type AuthRequirement =
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
export function useRequireAuth(returnTo: string): AuthRequirement {
  const session = useSession();
  const { status, error } = useAuth();
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [endReason, setEndReason] = useState<'left' | 'refused' | null>(() =>
    session.isTokenRefused() ? 'refused' : null,
  );
  // The status changes before the event says why; the effect below has to know at once.
  const endReasonRef = useRef(endReason);
  useEffect(() => {
    const record = (next: typeof endReason) => {
      endReasonRef.current = next;
      setEndReason(next);
    };
    const unsubscribes = [
      session.login.on('user-removed', ({ by }) => {
        if (by === 'other-tab') record('left');
        else record(session.isTokenRefused() ? 'refused' : null);
      }),
      session.login.on('user-loaded', () => record(null)),
    ];
    return () => {
      for (const stop of unsubscribes) stop();
    };
  }, [session]);
  const shouldSignIn = status === 'logged-out' && error === null && problem === null;
  useEffect(() => {
    if (!shouldSignIn || endReasonRef.current !== null) return;
    session.signInByItself(returnTo).then(
      (isAdmitted) => {
        if (!isAdmitted) setProblem('repeated');
      },
      () => setProblem('network'),
    );
  }, [shouldSignIn, returnTo, session]);
  // Offline or asleep past the end of the token nobody is signed out: the session is renewed on return.
  if (status === 'logged-in' || status === 'expired') return { state: 'signed-in' };
  if (status !== 'logged-out') return { state: 'waiting' };
  if (endReason === 'left') return { state: 'left' };
  const errorCode = error?.code ?? problem ?? (endReason === 'refused' ? 'unauthorized' : null);
  return errorCode === null ? { state: 'waiting' } : { state: 'failed', problem: errorCode };
}
