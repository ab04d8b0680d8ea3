import {
  AlertTriangleIcon,
  Banner,
  Button,
  EmptyState,
  LinkButton,
  PartnerMark,
  Spinner,
} from '@seller-connect/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useMatch, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { CallbackPartner } from '../../shops/callbackPartners.ts';
import { invalidateEverywhere } from '../../api/queries/invalidation.ts';
import { ApiError, coreClient } from '../../api/index.ts';
import { queryKey, singleUseQueryOptions, shopQueryNames } from '../../api/queries/queryKeys.ts';
import { useLinkPartner } from '../../shops/useLinkPartner.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { sharedTexts, partnerName } from '../../i18n/index.ts';
import {
  parseCallbackPartner,
  parseRedirect,
  toFailureReason,
  type Extras,
  type Reason,
  type Redirect,
} from './redirect.ts';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts } from './texts.ts';

/**
 * The page to which a partner redirects the seller. The redirect alone does not link the shop: its parameters go to
 * the server, whose response decides.
 */
export default function CallbackScreen() {
  const router = useRouter();
  // The parameters are fixed at the first render: the address changes while the next screen is still loading.
  const [redirect] = useState<Redirect>(() => parseRedirect(router.state.location.searchStr));
  const platform = parseCallbackPartner(useMatch({ strict: false }).fullPath);
  if (platform === null) return <Navigate to="/connect/unavailable" replace />;
  if (redirect.kind === 'failed') {
    return <LinkFailure platform={platform} reason={redirect.reason} failure={null} />;
  }
  const { code, state, extras } = redirect;
  return <CredentialExchange platform={platform} code={code} state={state} extras={extras} />;
}

interface CredentialExchangeProps {
  readonly platform: CallbackPartner;
  readonly code: string;
  readonly state: string | null;
  readonly extras: Extras;
}

function CredentialExchange({ platform, code, state, extras }: CredentialExchangeProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  // A query instead of a mutation: the single-use code is sent once, however often this component renders.
  const exchange = useQuery({
    queryKey: queryKey('saveCredential', platform, code, state),
    ...singleUseQueryOptions,
    queryFn: () =>
      coreClient().call('saveCredential', {
        body: { platform, accessToken: code, ...(state === null ? {} : { state }), ...extras },
      }),
  });
  const linked = exchange.data?.shops;
  useEffect(() => {
    if (!linked) return;
    void invalidateEverywhere(queries, shopQueryNames);
    // A run that is already in progress is returned as it is. A failure is reported and does not affect the link.
    coreClient()
      .call('startCollection')
      .catch(() => undefined);
    const shops = linked.map((shop) => shop.id).join(',');
    void navigate({ to: '/connect/verified', search: { shops }, replace: true });
  }, [linked, navigate, queries]);

  if (exchange.isError) {
    const failure = exchange.error instanceof ApiError ? exchange.error : null;
    // Without a response the code may not have reached the server. Any response consumes the code.
    const onRetry = failure?.status === 0 ? () => void exchange.refetch() : undefined;
    const reason = toFailureReason(exchange.error);
    if (reason === 'notOffered') {
      const partner = platform.toLowerCase();
      return <Navigate to="/connect/unavailable" search={{ partner }} replace />;
    }
    return <LinkFailure platform={platform} reason={reason} failure={failure} onRetry={onRetry} />;
  }
  return (
    <EmptyState
      screen
      title={texts.working(partnerName(platform))}
      icon={<PartnerMark partner={platform} size={24} />}
      action={
        <p role="status">
          <Spinner size={32} />
        </p>
      }
    >
      {texts.workingText}
    </EmptyState>
  );
}

interface LinkFailureProps {
  readonly platform: CallbackPartner;
  readonly reason: Reason;
  /** The server's error; null if the partner's redirect already reported the failure. */
  readonly failure: ApiError | null;
  readonly onRetry?: (() => void) | undefined;
}

/** Our own message for each reason; for some reasons the server's message, which is more specific. */
function failureMessage(partner: string, reason: Reason, failure: ApiError | null): string {
  const prefersServerMessage =
    reason === 'other' ||
    reason === 'unavailable' ||
    reason === 'otherAccount' ||
    reason === 'elsewhere';
  if (prefersServerMessage) {
    if (failure?.serverMessage) return failure.serverMessage;
  }
  const message = texts.reasons[reason];
  return typeof message === 'string' ? message : message(partner);
}

function LinkFailure({ platform, reason, failure, onRetry }: LinkFailureProps) {
  const link = useLinkPartner();
  const { isViewer, team } = useTeamRole();
  const reference = failure?.requestId ?? null;
  // The shop that should have been reauthorized when the seller signed in to another account by mistake.
  const expectedShopId = reason === 'otherAccount' ? (failure?.detail('shopId') ?? null) : null;
  return (
    <EmptyState
      screen
      tone={reason === 'refused' ? 'attention' : 'negative'}
      title={platform === 'FACEBOOK' ? texts.failedAds : texts.failed}
      icon={<AlertTriangleIcon size={24} />}
      action={
        <>
          {!isViewer && onRetry && (
            <Button variant="primary" onClick={onRetry}>
              {sharedTexts.tryAgain}
            </Button>
          )}
          {!isViewer && !onRetry && (
            <Button
              variant="primary"
              busy={link.isPending}
              onClick={() =>
                link.mutate(
                  expectedShopId === null ? { platform } : { platform, shopId: expectedShopId },
                )
              }
            >
              {expectedShopId === null ? texts.linkAgain : texts.chooseAgain}
            </Button>
          )}
          {!isViewer && expectedShopId !== null && (
            <Button busy={link.isPending} onClick={() => link.mutate({ platform })}>
              {texts.linkChosen}
            </Button>
          )}
          <LinkButton href="/connect">
            {reason === 'used' ? texts.seeShops : texts.backToConnect}
          </LinkButton>
        </>
      }
    >
      <p role={reason === 'refused' ? 'status' : 'alert'}>
        {failureMessage(partnerName(platform), reason, failure)}
      </p>
      {reference !== null && <p>{sharedTexts.reference(reference)}</p>}
      {isViewer && (
        <Banner
          actions={
            <LinkButton size="small" href="/settings/team">
              {roleTexts.toTeam}
            </LinkButton>
          }
        >
          {roleTexts.readOnly(team)}
        </Banner>
      )}
    </EmptyState>
  );
}
