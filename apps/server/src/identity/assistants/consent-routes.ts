import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { Problem, type LocalizedText } from '../../platform/http/problem.ts';
import { reportScope } from '../../platform/http/scopes.ts';
import type { AccountStore } from '../accounts/accounts.ts';
import { isSameOrigin } from '../http/cross-origin.ts';
import { expiredPage, foreignOriginProblem } from '../http/login-errors.ts';
import { sendPlainPage, type PlainPage } from '../http/plain-page.ts';
import { findInteraction } from '../protocol/authorization-requests.ts';
import { lifetimesSeconds } from '../tokens/lifetimes.ts';
import { assistantResource } from './clients.ts';
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
    const { client, account, redirectUri, uiLocales, uid } = found;
    const page = consentPage({
      clientName: client.clientName ?? client.clientId,
      clientHost: new URL(client.clientId).host,
      redirectHost: new URL(redirectUri).hostname,
      user: account.email ?? account.name ?? '',
      action: `/oauth/interaction/${uid}/consent`,
      declineHref: `/oauth/interaction/${uid}/decline`,
    });
    // Browsers apply form-action to the redirects after the form, too.
    const formTargets = ["'self'", new URL(redirectUri).origin];
    return sendPlainPage(request, reply, 200, page, { formTargets, uiLocales });
  });

  app.post<ConsentRequest>('/oauth/interaction/:interaction/consent', async (request, reply) => {
    if (!isSameOrigin(request.headers, identityOrigin)) throw foreignOriginProblem;
    const found = await findConsent(request, reply);
    if (!found) return sendPlainPage(request, reply, 410, expiredPage(appOrigin));
    const { client, account, scopes, uiLocales } = found;
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
      const page = refusedPage(error.text, appOrigin);
      return sendPlainPage(request, reply, error.status, page, { uiLocales });
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
    const uiLocales = interaction.params['ui_locales'];
    return { uid: interaction.uid, client, account, redirectUri, scopes, uiLocales };
  }
}

interface ConsentQuestion {
  /** The client's own claim; anyone can write any name. */
  clientName: string;
  /** Host of the client's metadata document, which proves who publishes it. */
  clientHost: string;
  /** Where the browser goes with the answer. */
  redirectHost: string;
  user: string;
  action: string;
  declineHref: string;
}

/** Returns the page that asks whether an assistant may read the reports of the user's team. */
function consentPage(question: ConsentQuestion): PlainPage {
  const { clientName, clientHost, redirectHost, user, action, declineHref } = question;
  const name = clientName.slice(0, 80);
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(redirectHost);
  return {
    title: {
      vi: `Cho ${name} đọc báo cáo của bạn?`,
      en: `Let ${name} read your reports?`,
    },
    text: {
      vi: `Bạn đang đăng nhập bằng ${user}. ${name} do ${clientHost} phát hành và ${isLocal ? 'chạy trên máy này' : `hoạt động tại ${redirectHost}`}. Ứng dụng sẽ đọc được doanh số, tiền về, phí, quảng cáo, đơn hàng, sản phẩm và tồn kho của nhóm bạn, không đọc được dữ liệu người mua và không thay đổi được gì. Truy cập có hạn 180 ngày; bạn có thể thu hồi bất cứ lúc nào trong Cài đặt › Công cụ báo cáo.`,
      en: `You’re signed in as ${user}. ${name} is published by ${clientHost} and ${isLocal ? 'runs on this computer' : `works at ${redirectHost}`}. It will be able to read your team’s sales, payouts, fees, ads, orders, products, and stock. It can’t read buyers’ personal data and can’t change anything. Access ends after 180 days; you can revoke it anytime in Settings › Reporting tools.`,
    },
    form: { action, fields: {}, submit: { vi: 'Cho phép', en: 'Allow' } },
    link: { href: declineHref, label: { vi: 'Không cho phép', en: 'Don’t allow' } },
  };
}

/** Returns the page that says why an assistant could not be connected. */
function refusedPage(text: LocalizedText, appOrigin: string): PlainPage {
  return {
    title: { vi: 'Chưa kết nối được trợ lý', en: 'The assistant couldn’t be connected' },
    text,
    link: { href: appOrigin, label: { vi: 'Về Seller Connect', en: 'Go to Seller Connect' } },
  };
}
