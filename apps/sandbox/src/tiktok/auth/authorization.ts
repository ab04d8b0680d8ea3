/** `/open/authorize`: the page where a seller grants an application access to a shop. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consentPage, failurePage } from '../../consent/page.ts';
import type { Marketplace } from '../../consent/page.ts';
import { buildRedirectUrl, sendConsentPage } from '../../consent/redirect.ts';
import { languageOf } from '../../consent/texts.ts';
import type { Failure } from '../../consent/texts.ts';
import { mergeParameters } from '../../lazada/parameters.ts';
import { TIKTOK_APPLICATION } from '../application.ts';
import type { TiktokPlatform } from '../platform.ts';

const PATH = '/open/authorize';
const MARKETPLACE: Marketplace = { name: 'TikTok Shop', mark: 'T', path: PATH };
const CARRIED = ['service_id', 'state', 'lang'];

function failureOf(parameters: ReadonlyMap<string, string>): Failure | undefined {
  const service = parameters.get('service_id') ?? '';
  if (service === '') return 'missing';
  return service === TIKTOK_APPLICATION.serviceId ? undefined : 'application';
}

async function visit(
  platform: TiktokPlatform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sent = typeof request.body === 'string' ? request.body : '';
  const parameters = mergeParameters(request.url, request.headers['content-type'] ?? '', sent);
  const language = languageOf(parameters.get('lang'), request.headers['accept-language']);
  const failure = failureOf(parameters);
  if (failure !== undefined) {
    return sendConsentPage(reply, 400, failurePage(MARKETPLACE, language, failure));
  }
  const { world, clock, saveState, callback } = platform.parts;
  const state = parameters.get('state');
  const isSent = request.method === 'POST';
  if (isSent && parameters.get('decision') === 'refuse') {
    // TikTok sends the literal text `null`.
    const outcome = { code: 'null', error: 'auth_denied' };
    return reply.redirect(buildRedirectUrl(callback, outcome, state), 303);
  }
  const shop = isSent ? world.shop('TIKTOK', parameters.get('shop') ?? '') : undefined;
  if (shop !== undefined) {
    const opened = platform.coveredBy(shop.info.externalShopId);
    const code = platform.grants.issueCode(opened);
    await saveState();
    const also = { app_key: TIKTOK_APPLICATION.appKey, locale: language, shop_region: 'VN' };
    return reply.redirect(buildRedirectUrl(callback, { code, ...also }, state), 303);
  }
  const now = clock.now();
  const html = consentPage(MARKETPLACE, {
    language,
    application: TIKTOK_APPLICATION.name,
    parameters: CARRIED.flatMap((name) => {
      const value = parameters.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
    shops: world.shops('TIKTOK').map((one) => ({ info: one.info, orders: one.countAt(now) })),
    unchosen: isSent,
  });
  return sendConsentPage(reply, isSent ? 422 : 200, html, callback);
}

export function registerTiktokAuthorization(
  server: FastifyInstance,
  platform: TiktokPlatform,
): void {
  server.route({
    method: ['GET', 'POST'],
    url: PATH,
    handler: (request, reply) => visit(platform, request, reply),
  });
}
