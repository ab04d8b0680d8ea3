import { Navigate } from '@tanstack/react-router';
import { SignedOut, SignInFailed } from './SignInErrorPage.tsx';
import { texts } from '../texts.ts';
import { useSignedIn } from './useRequireAuth.ts';
import { Waiting } from '../layout/LoadingPage.tsx';

/** `/oauth/authorize` opened bare: begins a login, or goes Home when there is no need for one. */
export default function SignInRedirect() {
  const presence = useSignedIn('/');
  if (presence.state === 'signed-in') return <Navigate to="/" replace />;
  if (presence.state === 'failed') return <SignInFailed problem={presence.problem} returnTo="/" />;
  if (presence.state === 'left') return <SignedOut returnTo="/" />;
  return <Waiting text={texts.goingToSignIn} />;
}
