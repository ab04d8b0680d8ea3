import { Button, LinkButton, StandalonePage } from '@seller-connect/ui';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readPageConfiguration } from '../../pageConfiguration.ts';
import { buildProviderLogoutUrl, useSession, useAuth } from '../../session/index.ts';
import { language, sharedTexts } from '../../i18n/index.ts';

export interface ResultPageProps {
  /** 403, 404 or 500. */
  readonly title: string;
  readonly text: string;
  /** What else helps: what is missing, a reference. */
  readonly children?: ReactNode;
  /** The way on that helps most, before the two that every result page has; without it that is the way home. */
  readonly actions?: ReactNode;
  /** Ways that may help too, after the way home. */
  readonly others?: ReactNode;
}

/**
 * Spec 2: a result page has a back-to-home button and a logout button. Whoever is not signed in is offered to sign in
 * before it: the provider may still know them (docs/decisions/result-pages-of-a-guest.md).
 */
export function ResultPage({ title, text, children, actions, others }: ResultPageProps) {
  const session = useSession();
  const navigate = useNavigate();
  const isGuest = useAuth().status === 'logged-out';
  async function leave() {
    if (session.login.user() === null) {
      // The provider may know somebody whom this page does not: Home would sign them in again.
      const { identity } = readPageConfiguration();
      // An outside one has a logout address only for who has an ID token.
      if (identity.isOutside) return session.signInAgain('/');
      window.location.assign(buildProviderLogoutUrl(identity, window.location.origin, language));
      return;
    }
    await session.signOut();
    // Without a way to the provider's logout address nothing else happens by itself.
    if (!session.login.isLoggedIn()) await navigate({ to: '/' });
  }
  return (
    <StandalonePage
      product={sharedTexts.product}
      title={title}
      actions={
        <>
          {actions}
          <LinkButton variant={actions === undefined ? 'primary' : 'secondary'} href="/">
            {sharedTexts.backHome}
          </LinkButton>
          {others}
          {isGuest && (
            <Button onClick={() => void session.signIn('/')}>{sharedTexts.signIn}</Button>
          )}
          <Button onClick={() => void leave()}>{sharedTexts.signOut}</Button>
        </>
      }
    >
      <p>{text}</p>
      {children}
    </StandalonePage>
  );
}
