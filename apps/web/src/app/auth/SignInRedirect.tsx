import { Navigate } from '@tanstack/react-router';
import { NotSignedIn } from './NotSignedIn.tsx';
import { useRequireAuth } from './useRequireAuth.ts';

/** Starts a login when `/oauth/authorize` is opened directly; redirects to Home if the user is signed in. */
export default function SignInRedirect() {
  const presence = useRequireAuth('/');
  if (presence.state === 'signed-in') return <Navigate to="/" replace />;
  return <NotSignedIn presence={presence} returnTo="/" />;
}
