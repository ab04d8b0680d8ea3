import type { LoginErrorCode } from '@seller-connect/login';
import { useEffect, useRef, useState } from 'react';
import { useSession, useAuth } from '../../session/index.ts';

/** Why the user is not signed in; `repeated`: two automatic logins within a minute did not succeed. */
export type SignInProblem = LoginErrorCode | 'repeated';

export type AuthRequirement =
  | { readonly state: 'signed-in' }
  | { readonly state: 'waiting' }
  /** Signed out in another tab; the provider's session may take a moment longer to end. */
  | { readonly state: 'left' }
  | { readonly state: 'failed'; readonly problem: SignInProblem };

/**
 * Sends users who are not signed in to the login, which returns them to `returnTo`.
 *
 * A login does not start automatically after a failed login, after the provider refused a token that it had just
 * issued, after a sign-out in another tab, or for a third time within a minute.
 *
 * | state | when |
 * | --- | --- |
 * | `signed-in` | logged in, or the token has expired and will be refreshed |
 * | `waiting` | the status is not known yet, or the redirect to the login is under way |
 * | `left` | signed out in another tab |
 * | `failed` | the login failed, was refused or was repeated; the user has to start the next one |
 */
export function useRequireAuth(returnTo: string): AuthRequirement {
  const session = useSession();
  const { status, error } = useAuth();
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [endReason, setEndReason] = useState<'left' | 'refused' | null>(() =>
    session.isTokenRefused() ? 'refused' : null,
  );
  // The status changes before the event that gives the reason. The effect below needs the reason immediately.
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
  // An expired token while offline or asleep is no sign-out: the token is refreshed on return.
  if (status === 'logged-in' || status === 'expired') return { state: 'signed-in' };
  if (status !== 'logged-out') return { state: 'waiting' };
  if (endReason === 'left') return { state: 'left' };
  const errorCode = error?.code ?? problem ?? (endReason === 'refused' ? 'unauthorized' : null);
  return errorCode === null ? { state: 'waiting' } : { state: 'failed', problem: errorCode };
}
