import { Banner, Block, Button, Skeleton } from '@seller-connect/ui';
import { useState, type ReactNode } from 'react';
import { SignInAgain } from '../../session/index.ts';
import { shared } from '../../i18n/index.ts';
import { useFreshness } from './queries.ts';
import { texts } from './texts.ts';

export interface FreshSignInProps {
  /** Where the person comes back to. */
  readonly path: string;
  /** What may be changed; told how to say that the provider found the sign-in too old after all. */
  readonly children: (tooOld: () => void) => ReactNode;
}

/** Shows what changes how one signs in only to who has just signed in, and the way to do so to others. */
export function FreshSignIn({ path, children }: FreshSignInProps) {
  const { state, retry } = useFreshness();
  const [refused, setRefused] = useState(false);

  if (state === 'loading') {
    return (
      <Block busy>
        <Skeleton shape="row" count={3} />
      </Block>
    );
  }
  if (state === 'failed') {
    return (
      <Banner
        tone="negative"
        title={texts.failed}
        actions={<Button onClick={retry}>{shared.tryAgain}</Button>}
      />
    );
  }
  if (state === 'fresh' && !refused) return children(() => setRefused(true));
  return <SignInAgain path={path} announced={refused} />;
}
