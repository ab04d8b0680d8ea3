/** `/sc/oauth2/auth`: the page where a seller grants an application access to a shop. */
import type { ConsentFlow, ConsentRequest } from '../../consent/register-consent.ts';
import { authorizationFailure } from '../../consent/redirect.ts';
import { TIKI_APPLICATION } from '../application.ts';
import type { TikiPlatform } from '../platform.ts';

const SCOPES = ['order', 'product', 'inventory', 'multichannel', 'offline', 'fulfillment', 'all'];
const MIN_STATE_LENGTH = 8;

export function tikiConsent({ parts, grants }: TikiPlatform): ConsentFlow {
  const { world, callbacks } = parts;
  const callbackOf = ({ parameters }: ConsentRequest) => parameters.get('redirect_uri') ?? '';
  return {
    marketplace: { name: 'Tiki', mark: 'T', hasMoney: false },
    paths: ['/sc/oauth2/auth'],
    application: TIKI_APPLICATION.name,
    carried: ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'lang'],
    failureOf: ({ parameters }) =>
      authorizationFailure(parameters, {
        platform: 'tiki',
        id: TIKI_APPLICATION.clientId,
        callbacks,
      }),
    callbackOf,
    refusalOf({ parameters }) {
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
    },
    shopsOf: () => world.shops('TIKI'),
    denied: { error: 'access_denied', error_description: 'The seller refused' },
    grant(chosen, request) {
      const shop = world.shop('TIKI', chosen);
      if (shop === undefined) return undefined;
      const scope = request.parameters.get('scope') ?? '';
      return {
        code: grants.issueCode(shop.info.externalShopId, callbackOf(request), scope),
        scope,
      };
    },
  };
}
