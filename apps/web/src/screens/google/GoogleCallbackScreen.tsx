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
 * Where Google sends people back to: hands what the redirect brought to the identity provider and goes on where
 * that says, or says what went wrong and offers the way back.
 */
export function GoogleCallbackScreen() {
  const [redirect] = useState<Redirect>(() => parseGoogleRedirect(window.location.search));
  useEffect(() => {
    // The code is spent or about to be: it has no business in the history.
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
  // A query and not a mutation: however often this renders, the single-use code is sent once.
  const exchange = useQuery({
    queryKey: queryKey('exchangeGoogleCode', body['state']),
    ...singleUseQueryOptions,
    queryFn: () => exchangeGoogleCode(body, session),
  });
  const outcome = exchange.data;
  useEffect(() => {
    // In place of this page: going back must not come here again.
    if (outcome?.kind === 'onward') window.location.replace(outcome.to);
  }, [outcome]);

  if (outcome?.kind === 'failed') {
    // Without an answer the code may not have arrived; any answer has spent it.
    const onRetry = outcome.reason === 'offline' ? () => void exchange.refetch() : undefined;
    return <GoogleSignInError outcome={outcome} onRetry={onRetry} busy={exchange.isFetching} />;
  }
  return (
    <StandalonePage product={sharedTexts.product} title={texts.working}>
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
      product={sharedTexts.product}
      title={reason === 'nothing' ? texts.title : texts.failed}
      actions={
        <>
          {onRetry && (
            <Button variant="primary" busy={busy} onClick={onRetry}>
              {texts.tryAgain}
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
