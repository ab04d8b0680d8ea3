import { Navigate } from '@tanstack/react-router';
import { lazyBlock } from '../../loading/lazyBlock.tsx';
import { SignedOutPage } from './SignedOutPage.tsx';
import { texts } from '../texts.ts';
import { useRequireAuth } from './useRequireAuth.ts';
import { LoadingPage } from '../layout/LoadingPage.tsx';

// Its messages are longer than the rest of the frame, and few users ever see one.
const SignInErrorPage = lazyBlock(() => import('./SignInErrorPage.tsx'), null);

/** Starts a login when `/oauth/authorize` is opened directly; redirects to Home if the user is signed in. */
export default function SignInRedirect() {
  const presence = useRequireAuth('/');
  if (presence.state === 'signed-in') return <Navigate to="/" replace />;
  if (presence.state === 'failed')
    return <SignInErrorPage problem={presence.problem} returnTo="/" />;
  if (presence.state === 'left') return <SignedOutPage returnTo="/" />;
  return <LoadingPage text={texts.goingToSignIn} />;
}
