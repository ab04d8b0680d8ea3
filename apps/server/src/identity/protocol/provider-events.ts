import { errors, Provider, type KoaContextWithOIDC } from 'oidc-provider';
import type { Log } from '../../platform/log.ts';
import type { ArtifactObserver } from '../tokens/artifacts.ts';
import type { SecurityLog } from '../http/security-log.ts';

/** Facts about one call of the library that its events do not carry. */
interface RequestFacts {
  /** The code or token looked up. The library rejects a used one before it knows the account. */
  found?: Parameters<ArtifactObserver['found']>[0];
  /** Whether a grant's artifacts were revoked. */
  revoked?: boolean;
  /** Whether a code was rejected, for example because of a wrong verifier. */
  codeRefused?: boolean;
}

export function createRequestFacts() {
  const facts = new WeakMap<object, RequestFacts>();
  const get = (ctx: object): RequestFacts => facts.get(ctx) ?? {};
  return {
    of: get,
    add(more: RequestFacts, ctx: object | undefined = Provider.ctx): void {
      if (ctx) facts.set(ctx, { ...get(ctx), ...more });
    },
  };
}

/** Writes the library's events to the security log, and its failures to the log. */
export function logProviderEvents(dependencies: {
  provider: Provider;
  security: SecurityLog;
  log: Pick<Log, 'error'>;
  calls: ReturnType<typeof createRequestFacts>;
}): void {
  const { provider, security, log, calls } = dependencies;
  const eventFacts = (ctx: KoaContextWithOIDC) => ({
    actor:
      ctx.oidc.account?.accountId ??
      ctx.oidc.session?.accountId ??
      calls.of(ctx).found?.accountId ??
      null,
    client: ctx.oidc.client?.clientId,
    address: ctx.ip,
    requestId: ctx.get('x-request-id'),
  });
  const grantType = (ctx: KoaContextWithOIDC) => {
    const kind = ctx.oidc.params?.['grant_type'];
    return typeof kind === 'string' ? kind : 'none';
  };
  provider.on('authorization.success', (ctx) =>
    security({ event: 'authorization', result: 'succeeded', reason: 'code', ...eventFacts(ctx) }),
  );
  provider.on('authorization.error', (ctx, error) => {
    const reason = errorReason(error);
    // The normal response to a silent login when no user is signed in.
    if (reason === 'login_required') return;
    security({ event: 'authorization', result: 'refused', reason, ...eventFacts(ctx) });
  });
  provider.on('grant.success', (ctx) =>
    security({ event: 'token', result: 'succeeded', reason: grantType(ctx), ...eventFacts(ctx) }),
  );
  provider.on('grant.error', (ctx, error) => {
    const codeRefused = error instanceof errors.InvalidGrant;
    if (codeRefused && grantType(ctx) === 'authorization_code') calls.add({ codeRefused }, ctx);
    security({ event: 'token', result: 'refused', reason: errorReason(error), ...eventFacts(ctx) });
  });
  provider.on('grant.revoked', (ctx) =>
    security({
      event: 'grant_revoked',
      result: 'succeeded',
      reason: ctx.oidc.route,
      ...eventFacts(ctx),
    }),
  );
  provider.on('end_session.success', (ctx) =>
    security({ event: 'sign_out', result: 'succeeded', reason: 'confirmed', ...eventFacts(ctx) }),
  );
  provider.on('server_error', (ctx, error) =>
    log.error(
      { event: 'identity.provider_failed', err: error, requestId: ctx.get('x-request-id') },
      'Identity provider failed on a request',
    ),
  );
  // Without a listener, the library's web framework would print the error and the request.
  provider.onerror = (error) =>
    log.error({ event: 'identity.listener_failed', err: error }, 'Identity listener failed');
}

/** Returns one of the library's fixed descriptions, none of which repeats a value of the request. */
function errorReason(error: unknown): string {
  if (!(error instanceof errors.OIDCProviderError)) return 'server_error';
  const detail = error instanceof errors.InvalidGrant ? error.error_detail : undefined;
  return detail === undefined ? error.error : `${error.error}: ${detail}`;
}
