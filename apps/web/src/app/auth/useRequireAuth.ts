import type { LoginErrorCode } from '@seller-connect/login';
import { useEffect, useRef, useState } from 'react';
import { useSession, useAuth, type AutomaticSignInStop } from '../../session/index.ts';

/**
 * Why a login does not start by itself; `other_tab`: signed out in another tab, and the provider's session may take a
 * moment longer to end.
 */
export type SignInStop = LoginErrorCode | AutomaticSignInStop | 'other_tab';

export type AuthRequirement =
  | { readonly state: 'signed-in' }
  | { readonly state: 'waiting' }
  | { readonly state: 'stopped'; readonly reason: SignInStop };

/**
 * Sends users who are not signed in to the login, which returns them to `returnTo`.
 *
 * A login does not start automatically after a failed login, after the provider refused a token that it had just
 * issued, after a sign-out in another tab or that the provider has not confirmed, after the account was deleted, or for a
 * third time within a minute.
 *
 * | state | when |
 * | --- | --- |
 * | `signed-in` | logged in, or the token has expired and will be refreshed |
 * | `waiting` | the status is not known yet, or the redirect to the login is under way |
 * | `stopped` | no login starts by itself; the user has to start the next one |
 */
export function useRequireAuth(returnTo: string): AuthRequirement {
  const session = useSession();
  const { status, error } = useAuth();
  const [failure, setFailure] = useState<SignInStop | null>(null);
  const [endReason, setEndReason] = useState<SignInStop | null>(() =>
    session.isTokenRefused() ? 'unauthorized' : null,
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
        if (by === 'other-tab') record('other_tab');
        else record(session.isTokenRefused() ? 'unauthorized' : null);
      }),
      session.login.on('user-loaded', () => {
        record(null);
        setFailure(null);
      }),
    ];
    return () => {
      for (const stop of unsubscribes) stop();
    };
  }, [session]);
  const shouldSignIn = status === 'logged-out' && error === null && failure === null;
  useEffect(() => {
    if (!shouldSignIn || endReasonRef.current !== null) return;
    session.signInByItself(returnTo).then(setFailure, () => setFailure('network'));
  }, [shouldSignIn, returnTo, session]);
  // An expired token while offline or asleep is no sign-out: the token is refreshed on return.
  if (status === 'logged-in' || status === 'expired') return { state: 'signed-in' };
  if (status !== 'logged-out') return { state: 'waiting' };
  const reason = error?.code ?? failure ?? endReason;
  return reason === null ? { state: 'waiting' } : { state: 'stopped', reason };
}
