/** `/oauth/authorize`: the page where a seller grants an application access to a shop. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consentPage, failurePage } from '../../consent/page.ts';
import type { Marketplace } from '../../consent/page.ts';
import { buildRedirectUrl, isRegisteredCallback, sendConsentPage } from '../../consent/redirect.ts';
import { languageOf } from '../../consent/texts.ts';
import type { Failure, Language } from '../../consent/texts.ts';
import { LAZADA_APPLICATION } from '../application.ts';
import { mergeParameters } from '../parameters.ts';
import type { LazadaPlatform } from '../platform.ts';
import type { Parameters } from '../signature.ts';

const MARKETPLACE: Marketplace = { name: 'Lazada', mark: 'L', path: '/oauth/authorize' };

/** Parameters carried through the form. */
const CARRIED = [
  'response_type',
  'client_id',
  'redirect_uri',
  'force_auth',
  'state',
  'country',
  'lang',
];

interface Visit {
  readonly parameters: Parameters;
  readonly language: Language;
  readonly failure: Failure | undefined;
  readonly redirectUri: string;
}

function failureOf(platform: LazadaPlatform, parameters: Parameters): Failure | undefined {
  const clientId = parameters.get('client_id') ?? '';
  const redirectUri = parameters.get('redirect_uri') ?? '';
  if (clientId === '' || redirectUri === '') return 'missing';
  if (clientId !== LAZADA_APPLICATION.key) return 'application';
  if (!isRegisteredCallback('lazada', redirectUri, platform.parts.callbacks)) return 'redirect';
  return parameters.get('response_type') === 'code' ? undefined : 'responseType';
}

function visitOf(platform: LazadaPlatform, request: FastifyRequest): Visit {
  const body = typeof request.body === 'string' ? request.body : '';
  const parameters = mergeParameters(request.url, request.headers['content-type'] ?? '', body);
  return {
    parameters,
    language: languageOf(parameters.get('lang'), request.headers['accept-language']),
    failure: failureOf(platform, parameters),
    redirectUri: parameters.get('redirect_uri') ?? '',
  };
}

function show(
  platform: LazadaPlatform,
  visit: Visit,
  reply: FastifyReply,
  unchosen: boolean,
): FastifyReply {
  const countries = (visit.parameters.get('country') ?? '')
    .toLowerCase()
    .split(',')
    .filter((country) => country !== '');
  const shops = platform.parts.world
    .shops('LAZADA')
    .filter(({ info }) => countries.length === 0 || countries.includes(info.region.toLowerCase()));
  const now = platform.parts.clock.now();
  const html = consentPage(MARKETPLACE, {
    language: visit.language,
    application: LAZADA_APPLICATION.name,
    parameters: CARRIED.flatMap((name) => {
      const value = visit.parameters.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
    shops: shops.map((shop) => ({ info: shop.info, orders: shop.countAt(now) })),
    unchosen,
  });
  return sendConsentPage(reply, unchosen ? 422 : 200, html, visit.redirectUri);
}

export function registerConsent(server: FastifyInstance, platform: LazadaPlatform): void {
  server.get('/oauth/authorize', (request, reply) => {
    const visit = visitOf(platform, request);
    if (visit.failure !== undefined) {
      return sendConsentPage(reply, 400, failurePage(MARKETPLACE, visit.language, visit.failure));
    }
    return show(platform, visit, reply, false);
  });

  server.post('/oauth/authorize', async (request, reply) => {
    const visit = visitOf(platform, request);
    if (visit.failure !== undefined) {
      return sendConsentPage(reply, 400, failurePage(MARKETPLACE, visit.language, visit.failure));
    }
    const state = visit.parameters.get('state');
    if (visit.parameters.get('decision') !== 'agree') {
      return reply.redirect(
        buildRedirectUrl(visit.redirectUri, { error: 'access_denied' }, state),
        303,
      );
    }
    const shop = platform.parts.world.shop('LAZADA', visit.parameters.get('shop') ?? '');
    if (shop === undefined) return show(platform, visit, reply, true);
    const code = platform.grants.issueCode(LAZADA_APPLICATION.key, shop.info.externalShopId);
    await platform.parts.saveState();
    return reply.redirect(buildRedirectUrl(visit.redirectUri, { code }, state), 303);
  });
}
