import { Banner, Button, LinkButton, OutsidePage, Spinner } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryKey, sentOnce } from '../../api/queries/queryKeys.ts';
import { useAppSession } from '../../session/index.ts';
import { shared } from '../../i18n/index.ts';
import styles from './google.module.css';
import { handOver, readRedirect, type Outcome, type Redirect } from './exchangeGoogleCode.ts';
import { texts } from './texts.ts';

/**
 * Where Google sends people back to: hands what the redirect brought to the identity provider and goes on where
 * that says, or says what went wrong and offers the way back.
 */
export function GoogleScreen() {
  const [redirect] = useState<Redirect>(() => readRedirect(window.location.search));
  useEffect(() => {
    // The code is spent or about to be: it has no business in the history.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  if (redirect.kind === 'nothing') {
    return (
      <Failed outcome={{ kind: 'failed', reason: 'nothing', signIn: null, reference: null }} />
    );
  }
  return <HandOver body={redirect.body} />;
}

function HandOver({ body }: { readonly body: Readonly<Record<string, string>> }) {
  const session = useAppSession();
  // A query and not a mutation: however often this renders, the single-use code is sent once.
  const asked = useQuery({
    queryKey: queryKey('exchangeGoogleCode', body['state']),
    ...sentOnce,
    queryFn: () => handOver(body, session),
  });
  const outcome = asked.data;
  useEffect(() => {
    // In place of this page: going back must not come here again.
    if (outcome?.kind === 'onward') window.location.replace(outcome.to);
  }, [outcome]);

  if (outcome?.kind === 'failed') {
    // Without an answer the code may not have arrived; any answer has spent it.
    const onRetry = outcome.reason === 'offline' ? () => void asked.refetch() : undefined;
    return <Failed outcome={outcome} onRetry={onRetry} busy={asked.isFetching} />;
  }
  return (
    <OutsidePage product={shared.product} title={texts.working}>
      <p>{texts.workingText}</p>
      <p role="status" aria-label={texts.working}>
        <Spinner size={32} />
      </p>
    </OutsidePage>
  );
}

interface FailedProps {
  readonly outcome: Extract<Outcome, { kind: 'failed' }>;
  readonly onRetry?: (() => void) | undefined;
  readonly busy?: boolean;
}

function Failed({ outcome, onRetry, busy = false }: FailedProps) {
  const { reason, reference, signIn } = outcome;
  return (
    <OutsidePage
      product={shared.product}
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
    </OutsidePage>
  );
}
