import { Banner, Button, LinkButton, PageHeader, Spinner } from '@seller-connect/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiFailure, core } from '../../api/index.ts';
import { shopsQuery, syncedDataQuery } from '../../api/queries.ts';
import { useLinkPartner } from '../../api/useLinkPartner.ts';
import styles from './callback.module.css';
import { readRedirect, reasonOf, type Reason, type Redirect } from './outcome.ts';
import { texts } from './texts.ts';

/**
 * Where Lazada sends the seller back to. Having come back is not yet being linked: what the redirect
 * brought goes to the server, and only its answer counts.
 */
export function CallbackScreen() {
  const [redirect] = useState<Redirect>(() => readRedirect(window.location.search));
  if (redirect.kind === 'failed') return <Failed reason={redirect.reason} reference={null} />;
  return <Exchange code={redirect.code} state={redirect.state} />;
}

function Exchange({ code, state }: { readonly code: string; readonly state: string | null }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  // A query and not a mutation: however often this renders, the single-use code is sent once.
  const exchange = useQuery({
    queryKey: ['credential', code, state],
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
    queryFn: () =>
      core().call('saveCredential', {
        body: { platform: 'LAZADA', accessToken: code, ...(state === null ? {} : { state }) },
        ownFailure: true,
      }),
  });
  const linked = exchange.data?.shops;
  useEffect(() => {
    if (!linked) return;
    void queries.invalidateQueries({ queryKey: shopsQuery.queryKey });
    void queries.invalidateQueries({ queryKey: syncedDataQuery.queryKey });
    // One that runs already is answered with itself. A failure is told, and does not undo the link.
    core()
      .call('startCollection')
      .catch(() => undefined);
    const shops = linked.map((shop) => shop.id).join(',');
    void navigate({ to: '/connect/verified', search: { shops }, replace: true });
  }, [linked, navigate, queries]);

  if (exchange.isError) {
    const reference = exchange.error instanceof ApiFailure ? exchange.error.requestId : null;
    const reason = reasonOf(exchange.error);
    return (
      <Failed
        reason={reason}
        reference={reference}
        onRetry={reason === 'unavailable' ? () => void exchange.refetch() : undefined}
      />
    );
  }
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.working}>{texts.workingText}</PageHeader>
      <p role="status" className={styles.working}>
        <Spinner size={32} />
      </p>
    </div>
  );
}

interface FailedProps {
  readonly reason: Reason;
  readonly reference: string | null;
  readonly onRetry?: (() => void) | undefined;
}

function Failed({ reason, reference, onRetry }: FailedProps) {
  const link = useLinkPartner();
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.failed} />
      <Banner
        tone={reason === 'refused' ? 'attention' : 'negative'}
        announced
        title={texts.reasons[reason]}
      >
        {reference !== null && texts.reference(reference)}
      </Banner>
      <div className={styles.actions}>
        {onRetry ? (
          <Button variant="primary" onClick={onRetry}>
            {texts.tryAgain}
          </Button>
        ) : (
          <Button variant="primary" busy={link.isPending} onClick={() => link.mutate('LAZADA')}>
            {texts.linkAgain}
          </Button>
        )}
        <LinkButton href="/connect">
          {reason === 'used' ? texts.seeShops : texts.backToConnect}
        </LinkButton>
      </div>
    </div>
  );
}
