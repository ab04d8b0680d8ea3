import { Button, LinkButton, StandalonePage } from '@seller-connect/ui';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { PageConfiguration } from '@seller-connect/contract';
import { readPageConfiguration } from '../../pageConfiguration.ts';
import { useSession, useAuth } from '../../session/index.ts';
import { reachProvider } from '../../session/reachProvider.ts';
import { language, sharedTexts } from '../../i18n/index.ts';
import { storage } from '../../storage.ts';

export interface ResultPageProps {
  /** 403, 404 or 500. */
  readonly title: string;
  readonly text: string;
  readonly icon: ReactNode;
  readonly tone?: 'attention' | 'negative';
  /** Additional details, such as a reference. */
  readonly children?: ReactNode;
  /** Primary action, shown before the two that every result page has; Home is the primary action by default. */
  readonly actions?: ReactNode;
  /** Secondary actions, shown after the link to Home. */
  readonly others?: ReactNode;
}

/**
 * Spec 2: a result page has a back-to-home button and a logout button. Guests also get a sign-in button. They keep the
 * logout button, because the provider may still have a session (docs/decisions/guest-result-pages.md).
 */
export function ResultPage({ text, children, actions, others, ...message }: ResultPageProps) {
  const session = useSession();
  const navigate = useNavigate();
  const isGuest = useAuth().status === 'logged-out';
  const [isLeaving, setLeaving] = useState(false);
  async function leave() {
    setLeaving(true);
    await signOut().finally(() => setLeaving(false));
  }
  async function signOut() {
    if (session.login.user() === null) {
      // The provider may still have a session that this page does not know: Home would sign the user in again.
      const { identity } = readPageConfiguration();
      try {
        // An outside provider's logout address requires an ID token.
        if (identity.isOutside) return await session.signInAgain('/');
        await reachProvider(identity);
        window.location.assign(providerLogoutUrl(identity));
      } catch {
        // The next login asks for the password. Home says so.
        storage.signedOut.write('unconfirmed');
        await navigate({ to: '/' });
      }
      return;
    }
    await session.signOut();
    // Without a redirect to the provider's logout address, the page would stay as it is.
    if (!session.login.isLoggedIn()) await navigate({ to: '/' });
  }
  return (
    <StandalonePage
      {...message}
      actions={
        <>
          {actions}
          <LinkButton variant={actions === undefined ? 'primary' : 'secondary'} href="/">
            {sharedTexts.backHome}
          </LinkButton>
          {others}
          {isGuest && (
            // Home says why it failed.
            <Button onClick={() => void session.signIn('/').catch(() => navigate({ to: '/' }))}>
              {sharedTexts.signIn}
            </Button>
          )}
          <Button busy={isLeaving} onClick={() => void leave()}>
            {sharedTexts.signOut}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {children}
    </StandalonePage>
  );
}

/**
 * Returns the provider's logout URL for a user without local data, for example after an interrupted login
 * while the provider's session is alive. Without an ID token hint the provider asks for confirmation, then
 * redirects to the application.
 * @see OpenID Connect RP-Initiated Logout 1.0, section 2
 */
function providerLogoutUrl({ origin, clientId }: PageConfiguration['identity']): string {
  const address = new URL('/oauth/logout', origin);
  address.searchParams.set('client_id', clientId);
  // Registered at the provider with the trailing slash.
  address.searchParams.set('post_logout_redirect_uri', `${window.location.origin}/`);
  address.searchParams.set('ui_locales', language);
  return address.href;
}
