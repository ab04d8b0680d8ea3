/**
 * `/auth` and the older signed `/api/v2/shop/auth_partner`: the page where a seller grants an application access to a
 * shop.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consentPage, failurePage } from '../../consent/page.ts';
import { buildRedirectUrl, isRegisteredCallback, sendConsentPage } from '../../consent/redirect.ts';
import { languageOf } from '../../consent/texts.ts';
import type { Failure } from '../../consent/texts.ts';
import { mergeParameters } from '../../lazada/parameters.ts';
import type { Parameters } from '../../lazada/signature.ts';
import { SHOPEE_APPLICATION } from '../application.ts';
import { consentMainAccount, consentShop, mainAccounts } from './main-accounts.ts';
import type { ShopeePlatform } from '../platform.ts';
import { isShopeeSignatureValid } from '../signature.ts';

const MARKETPLACE = { name: 'Shopee', mark: 'S' } as const;
const UNSIGNED = '/auth';
const SIGNED = '/api/v2/shop/auth_partner';
/** Parameters carried through the form. */
const CARRIED = [
  'partner_id',
  'auth_type',
  'redirect_uri',
  'response_type',
  'state',
  'timestamp',
  'sign',
  'redirect',
  'lang',
];

function callbackOf(path: string, parameters: Parameters): string {
  return parameters.get(path === SIGNED ? 'redirect' : 'redirect_uri') ?? '';
}

function failureOf(
  platform: ShopeePlatform,
  path: string,
  parameters: Parameters,
): Failure | undefined {
  const partner = parameters.get('partner_id') ?? '';
  const callback = callbackOf(path, parameters);
  if (partner === '' || callback === '') return 'missing';
  if (partner !== SHOPEE_APPLICATION.partnerId) return 'application';
  if (!isRegisteredCallback('shopee', callback, platform.parts.callbacks)) return 'redirect';
  if (path === SIGNED) {
    const isFresh = Math.abs(Date.now() / 1000 - Number(parameters.get('timestamp'))) <= 300;
    const fits = isShopeeSignatureValid(SHOPEE_APPLICATION.partnerKey, path, parameters);
    return isFresh && fits ? undefined : 'application';
  }
  const isCode = parameters.get('response_type') === 'code';
  return isCode && parameters.get('auth_type') === 'seller' ? undefined : 'responseType';
}

/** Prefix of a main account's ID in the form, where a shop's ID is also possible. */
const MAIN = 'main-';

/** Returns the code for the chosen shop or main account with its ID, or undefined without a choice. */
function consentOf(platform: ShopeePlatform, chosen: string): Record<string, string> | undefined {
  const { world } = platform.parts;
  const main = mainAccounts(world).find(({ id }) => `${MAIN}${id}` === chosen);
  if (main !== undefined) return consentMainAccount(platform, main);
  const shop = world.shop('SHOPEE', chosen);
  return shop && consentShop(platform, shop.info.externalShopId);
}

async function visit(
  platform: ShopeePlatform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = typeof request.body === 'string' ? request.body : '';
  const parameters = mergeParameters(request.url, request.headers['content-type'] ?? '', body);
  const [path = UNSIGNED] = request.url.split('?');
  const language = languageOf(parameters.get('lang'), request.headers['accept-language']);
  const failure = failureOf(platform, path, parameters);
  if (failure !== undefined)
    return sendConsentPage(reply, 400, failurePage({ ...MARKETPLACE, path }, language, failure));
  const callback = callbackOf(path, parameters);
  const isSent = request.method === 'POST';
  const decision = isSent ? parameters.get('decision') : undefined;
  const { world, clock, saveState } = platform.parts;
  const state = parameters.get('state');
  if (decision === 'refuse') {
    // The behavior of the real page is not documented. The sandbox redirects the seller without a code.
    return reply.redirect(buildRedirectUrl(callback, { error: 'access_denied' }, state), 303);
  }
  const chosen = isSent ? (parameters.get('shop') ?? '') : '';
  const outcome = consentOf(platform, chosen);
  if (outcome !== undefined) {
    await saveState();
    return reply.redirect(buildRedirectUrl(callback, outcome, state), 303);
  }
  const now = clock.now();
  const html = consentPage(
    { ...MARKETPLACE, path },
    {
      language,
      application: SHOPEE_APPLICATION.name,
      parameters: CARRIED.flatMap((name) => {
        const value = parameters.get(name);
        return value === undefined ? [] : [[name, value] as const];
      }),
      shops: world.shops('SHOPEE').map((one) => ({ info: one.info, orders: one.countAt(now) })),
      mainAccounts: new Map(
        mainAccounts(world).map(({ account, id }) => [account.email, `${MAIN}${id}`]),
      ),
      unchosen: isSent,
    },
  );
  return sendConsentPage(reply, isSent ? 422 : 200, html, callback);
}

export function registerAuthorization(server: FastifyInstance, platform: ShopeePlatform): void {
  for (const url of [UNSIGNED, SIGNED]) {
    server.route({
      method: ['GET', 'POST'],
      url,
      handler: (request, reply) => visit(platform, request, reply),
    });
  }
}
