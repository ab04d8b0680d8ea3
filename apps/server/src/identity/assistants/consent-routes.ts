import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { Problem } from '../../platform/http/problem.ts';
import { reportScope } from '../../platform/http/scopes.ts';
import type { AccountStore } from '../accounts/accounts.ts';
import { isSameOrigin } from '../http/cross-origin.ts';
import { expiredPage } from '../http/error-pages.ts';
import { foreignOrigin } from '../http/form-problems.ts';
import { sendPlainPage } from '../http/plain-page.ts';
import { findInteraction } from '../http/interactions.ts';
import { lifetimesSeconds } from '../tokens/lifetimes.ts';
import { assistantResource } from './clients.ts';
import { consentPage, refusedPage } from './consent-page.ts';
import { hashToken } from '../../platform/secrets.ts';

/** Gives an assistant access to the reports of the user's team. @throws Problem if the user may not */
export type GrantAssistant = (grant: {
  sub: string;
  tenantId: string;
  userName: string;
  clientId: string;
  /** The client's own claim. */
  clientName: string;
  grantHash: Buffer;
  expiresAt: Date;
}) => Promise<void>;

export interface ConsentRoutesOptions {
  appOrigin: string;
  identityOrigin: string;
  provider(): Provider;
  accounts: Pick<AccountStore, 'find'>;
  grantAssistant: GrantAssistant;
}

type ConsentRequest = { Params: { interaction: string } };

/** Registers the page on which a user lets an assistant read reports, and its answers. */
export async function consentRoutes(
  app: FastifyInstance,
  options: ConsentRoutesOptions,
): Promise<void> {
  const { appOrigin, identityOrigin, accounts } = options;
  await app.register(formbody, { bodyLimit: 4 * 1024 });

  app.get<ConsentRequest>('/oauth/interaction/:interaction/consent', async (request, reply) => {
    const found = await findConsent(request, reply);
    if (!found) return sendPlainPage(request, reply, 410, expiredPage(appOrigin));
    const { client, account, redirectUri, uid } = found;
    const page = consentPage({
      clientName: client.clientName ?? client.clientId,
      clientHost: new URL(client.clientId).host,
      redirectHost: new URL(redirectUri).hostname,
      user: account.email ?? account.name ?? '',
      action: `/oauth/interaction/${uid}/consent`,
      declineHref: `/oauth/interaction/${uid}/decline`,
    });
    // Browsers apply form-action to the redirects after the form, too.
    return sendPlainPage(request, reply, 200, page, ["'self'", new URL(redirectUri).origin]);
  });

  app.post<ConsentRequest>('/oauth/interaction/:interaction/consent', async (request, reply) => {
    if (!isSameOrigin(request.headers, identityOrigin)) throw foreignOrigin;
    const found = await findConsent(request, reply);
    if (!found) return sendPlainPage(request, reply, 410, expiredPage(appOrigin));
    const { client, account, scopes } = found;
    const provider = options.provider();
    const grant = new provider.Grant({ accountId: account.sub, clientId: client.clientId });
    grant.addResourceScope(assistantResource(appOrigin), reportScope);
    // An assistant learns nothing of the user, whatever it asks for.
    if (scopes.length > 0) grant.rejectOIDCScope(scopes);
    const grantId = await grant.save();
    try {
      await options.grantAssistant({
        sub: account.sub,
        tenantId: account.tenantId,
        userName: account.name ?? account.email ?? '',
        clientId: client.clientId,
        clientName: client.clientName ?? new URL(client.clientId).host,
        grantHash: hashToken(grantId),
        expiresAt: new Date(Date.now() + lifetimesSeconds.assistantGrant * 1000),
      });
    } catch (error) {
      await grant.destroy();
      if (!(error instanceof Problem)) throw error;
      return sendPlainPage(request, reply, error.status, refusedPage(error.text, appOrigin));
    }
    const next = await provider.interactionResult(request.raw, reply.raw, { consent: { grantId } });
    return reply.redirect(next, 303);
  });

  app.get<ConsentRequest>('/oauth/interaction/:interaction/decline', async (request, reply) => {
    const found = await findConsent(request, reply);
    if (!found) return sendPlainPage(request, reply, 410, expiredPage(appOrigin));
    const next = await options.provider().interactionResult(request.raw, reply.raw, {
      error: 'access_denied',
      error_description: 'The user declined',
    });
    return reply.redirect(next, 303);
  });

  /** Returns an interaction that waits for consent, with its client and user. */
  async function findConsent(request: FastifyRequest<ConsentRequest>, reply: FastifyReply) {
    const provider = options.provider();
    const interaction = await findInteraction(provider, request, reply);
    if (interaction?.prompt.name !== 'consent') return null;
    const { client_id: clientId, redirect_uri: redirectUri, scope } = interaction.params;
    if (typeof clientId !== 'string' || typeof redirectUri !== 'string') return null;
    const accountId = interaction.session?.accountId;
    const [client, account] = await Promise.all([
      provider.Client.find(clientId),
      accountId === undefined ? null : accounts.find(accountId),
    ]);
    if (!client || !account) return null;
    const requested = typeof scope === 'string' ? scope.split(' ') : [];
    const scopes = requested.filter((each) => each !== '' && each !== reportScope);
    return { uid: interaction.uid, client, account, redirectUri, scopes };
  }
}
