import { lazyBlock } from '../../loading/lazyBlock.tsx';
import { LoadingPage } from '../layout/LoadingPage.tsx';
import { texts } from '../texts.ts';
import type { AuthRequirement } from './useRequireAuth.ts';

// Its messages are longer than the rest of the frame, and few users ever see one.
const SignInPrompt = lazyBlock(() => import('./SignInPrompt.tsx'), null);

interface NotSignedInProps {
  readonly presence: Exclude<AuthRequirement, { readonly state: 'signed-in' }>;
  /** Path after the login. */
  readonly returnTo: string;
}

/** In place of what requires a login: why there is none, or that one is starting. */
export function NotSignedIn({ presence, returnTo }: NotSignedInProps) {
  if (presence.state === 'stopped')
    return <SignInPrompt reason={presence.reason} returnTo={returnTo} />;
  return <LoadingPage text={texts.goingToSignIn} />;
}
