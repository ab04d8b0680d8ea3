import { Card, Skeleton } from '@seller-connect/ui';
import { useState, type ReactNode } from 'react';
import { LoadError } from '../../loading/LoadError.tsx';
import { ReauthenticationBanner } from '../../session/ReauthenticationBanner.tsx';
import { useRecentSignIn } from './queries.ts';
import { texts } from './texts.ts';

export interface RequireRecentSignInProps {
  /** The path to which the user returns after signing in. */
  readonly path: string;
  /** Renders the form. Its argument reports that the provider found the sign-in too old after all. */
  readonly children: (onReauthRequired: () => void) => ReactNode;
}

/** Shows its children to users who signed in recently; offers the others to sign in again. */
export function RequireRecentSignIn({ path, children }: RequireRecentSignInProps) {
  const { state, query } = useRecentSignIn();
  const [isRejected, setRejected] = useState(false);

  if (state === 'loading') {
    return (
      <Card busy>
        <Skeleton shape="row" count={3} />
      </Card>
    );
  }
  if (state === 'failed') {
    return <LoadError title={texts.failed} query={query} />;
  }
  if (state === 'fresh' && !isRejected) return children(() => setRejected(true));
  return <ReauthenticationBanner path={path} announced={isRejected} />;
}
