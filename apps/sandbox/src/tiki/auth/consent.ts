/** `/sc/oauth2/auth`: the page where a seller grants an application access to a shop. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consentPage, failurePage } from '../../consent/page.ts';
import type { Marketplace } from '../../consent/page.ts';
import { buildRedirectUrl, isRegisteredCallback, sendConsentPage } from '../../consent/redirect.ts';
import { languageOf } from '../../consent/texts.ts';
import type { Failure } from '../../consent/texts.ts';
import { mergeParameters } from '../../lazada/parameters.ts';
import { TIKI_APPLICATION } from '../application.ts';
import type { TikiPlatform } from '../platform.ts';

const PATH = '/sc/oauth2/auth';
const MARKETPLACE: Marketplace = { name: 'Tiki', mark: 'T', path: PATH, hasMoney: false };
const CARRIED = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'lang'];
const SCOPES = ['order', 'product', 'inventory', 'multichannel', 'offline', 'fulfillment', 'all'];
const MIN_STATE_LENGTH = 8;

type Parameters = ReadonlyMap<string, string>;

function failureOf(platform: TikiPlatform, parameters: Parameters): Failure | undefined {
  const clientId = parameters.get('client_id') ?? '';
  const redirectUri = parameters.get('redirect_uri') ?? '';
  if (clientId === '' || redirectUri === '') return 'missing';
  if (clientId !== TIKI_APPLICATION.clientId) return 'application';
  if (!isRegisteredCallback('tiki', redirectUri, platform.parts.callbacks)) return 'redirect';
  return parameters.get('response_type') === 'code' ? undefined : 'responseType';
}

/** Returns the OAuth error that redirects the browser back at once, if the request is invalid. */
function refusalOf(parameters: Parameters): Record<string, string> | undefined {
  if ((parameters.get('state') ?? '').length < MIN_STATE_LENGTH) {
    return {
      error: 'invalid_state',
      error_description: 'The state must have 8 characters or more',
    };
  }
  const scopes = (parameters.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  if (scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope))) {
    return { error: 'invalid_scope', error_description: 'The requested scope is invalid' };
  }
  return undefined;
}

async function serve(
  platform: TikiPlatform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = typeof request.body === 'string' ? request.body : '';
  const parameters = mergeParameters(request.url, request.headers['content-type'] ?? '', body);
  const language = languageOf(parameters.get('lang'), request.headers['accept-language']);
  const failure = failureOf(platform, parameters);
  if (failure !== undefined)
    return sendConsentPage(reply, 400, failurePage(MARKETPLACE, language, failure));
  const redirectUri = parameters.get('redirect_uri') ?? '';
  const state = parameters.get('state');
  const goBack = (outcome: Record<string, string>): FastifyReply =>
    reply.redirect(buildRedirectUrl(redirectUri, outcome, state), 303);
  const refusal = refusalOf(parameters);
  if (refusal !== undefined) return goBack(refusal);
  const { world, clock } = platform.parts;
  const isAnswer = request.method === 'POST';
  if (isAnswer) {
    if (parameters.get('decision') !== 'agree') {
      return goBack({ error: 'access_denied', error_description: 'The seller refused' });
    }
    const shop = world.shop('TIKI', parameters.get('shop') ?? '');
    if (shop !== undefined) {
      const scope = parameters.get('scope') ?? '';
      const code = platform.grants.issueCode(shop.info.externalShopId, redirectUri, scope);
      await platform.parts.saveState();
      return goBack({ code, scope });
    }
  }
  const now = clock.now();
  const html = consentPage(MARKETPLACE, {
    language,
    application: TIKI_APPLICATION.name,
    parameters: CARRIED.flatMap((name) => {
      const value = parameters.get(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
    shops: world.shops('TIKI').map((shop) => ({ info: shop.info, orders: shop.countAt(now) })),
    unchosen: isAnswer,
  });
  return sendConsentPage(reply, isAnswer ? 422 : 200, html, redirectUri);
}

export function registerTikiConsent(server: FastifyInstance, platform: TikiPlatform): void {
  server.route({
    method: ['GET', 'POST'],
    url: PATH,
    handler: (request, reply) => serve(platform, request, reply),
  });
}
