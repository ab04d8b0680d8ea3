import { Banner, Button, LinkButton, StandalonePage, Spinner } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKey, singleUseQueryOptions } from '../../api/queries/queryKeys.ts';
import { useSession } from '../../session/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import styles from './google.module.css';
import {
  exchangeGoogleCode,
  parseGoogleRedirect,
  type Outcome,
  type Redirect,
} from './exchangeGoogleCode.ts';
import { texts } from './texts.ts';

/**
 * The page to which Google redirects. It sends the redirect's parameters to the identity provider and follows the
 * redirect in the response, or shows the error and a way back to the login.
 */
export default function GoogleCallbackScreen() {
  const [redirect] = useState<Redirect>(() => parseGoogleRedirect(window.location.search));
  useEffect(() => {
    // Removes the code from the browser history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  if (redirect.kind === 'nothing') {
    return (
      <GoogleSignInError
        outcome={{ kind: 'failed', reason: 'nothing', signIn: null, reference: null }}
      />
    );
  }
  return <GoogleCodeExchange body={redirect.body} />;
}

function GoogleCodeExchange({ body }: { readonly body: Readonly<Record<string, string>> }) {
  const session = useSession();
  // A query instead of a mutation: the single-use code is sent once, however often this component renders.
  const exchange = useQuery({
    queryKey: queryKey('exchangeGoogleCode', body['state']),
    ...singleUseQueryOptions,
    queryFn: () => exchangeGoogleCode(body, session),
  });
  const outcome = exchange.data;
  useEffect(() => {
    // Replaces this page, so that going back does not return to it.
    if (outcome?.kind === 'onward') window.location.replace(outcome.to);
  }, [outcome]);

  if (outcome?.kind === 'failed') {
    // Without a response the code may not have reached the server. Any response consumes the code.
    const onRetry = outcome.reason === 'offline' ? () => void exchange.refetch() : undefined;
    return <GoogleSignInError outcome={outcome} onRetry={onRetry} busy={exchange.isFetching} />;
  }
  return (
    <StandalonePage title={texts.working}>
      <p>{texts.workingText}</p>
      <p role="status" aria-label={texts.working}>
        <Spinner size={32} />
      </p>
    </StandalonePage>
  );
}

interface GoogleSignInErrorProps {
  readonly outcome: Extract<Outcome, { kind: 'failed' }>;
  readonly onRetry?: (() => void) | undefined;
  readonly busy?: boolean;
}

function GoogleSignInError({ outcome, onRetry, busy = false }: GoogleSignInErrorProps) {
  const { reason, reference, signIn } = outcome;
  return (
    <StandalonePage
      title={reason === 'nothing' ? texts.title : texts.failed}
      actions={
        <>
          {onRetry && (
            <Button variant="primary" busy={busy} onClick={onRetry}>
              {sharedTexts.tryAgain}
            </Button>
          )}
          <LinkButton
            variant={onRetry ? 'secondary' : 'primary'}
            href={signIn ?? '/oauth/authorize'}
          >
            {texts.back}
          </LinkButton>
        </>
      }
    >
      <div className={styles.reason}>
        <Banner tone="attention" announced title={texts.reasons[reason]}>
          {reference === null ? undefined : texts.reference(reference)}
        </Banner>
      </div>
      <p>{texts.otherWays}</p>
    </StandalonePage>
  );
}
