import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createAccountClient, type AccountClient } from '../../api/client/accountClient.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import type { FailedQuery } from '../../loading/LoadError.tsx';
import { useSession } from '../../session/index.ts';

/** Returns the client for the signed-in user's account. */
export const useAccountClient = (): AccountClient => createAccountClient(useSession().identity);

/** The user's sessions; always stale, so that they are refetched whenever the screen regains focus. */
export const sessionsQuery = (account: AccountClient) =>
  queryOptions({
    queryKey: queryKey('ownSessions'),
    queryFn: ({ signal }) => account.sessions(signal),
    staleTime: 0,
  });

export const googleQuery = (account: AccountClient) =>
  queryOptions({
    queryKey: queryKey('ownGoogleLink'),
    queryFn: ({ signal }) => account.google(signal),
    staleTime: 0,
  });

/** The provider accepts changes for 15 minutes after a sign-in; one minute is left to fill in the form. */
const recentSignInMs = 14 * 60_000;

/**
 * Returns whether the user signed in recently enough to change the account. Checked before the form is shown, so that
 * a password is not typed in vain.
 */
export function useRecentSignIn(): {
  state: 'loading' | 'failed' | 'fresh' | 'stale';
  query: FailedQuery;
} {
  const account = useAccountClient();
  const query = useQuery(sessionsQuery(account));
  const { data, isError } = query;
  const signedInAt = data?.find((session) => session.current)?.signedInAt;
  const staleAt = signedInAt === undefined ? null : Date.parse(signedInAt) + recentSignInMs;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (staleAt === null) return;
    const remainingMs = staleAt - Date.now();
    if (remainingMs <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), remainingMs + 100);
    return () => clearTimeout(timer);
  }, [staleAt]);
  if (data) return { state: staleAt !== null && now < staleAt ? 'fresh' : 'stale', query };
  return { state: isError ? 'failed' : 'loading', query };
}
