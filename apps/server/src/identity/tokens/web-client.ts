import type { ClientMetadata } from 'oidc-provider';
import { webScopes } from '../../platform/http/scopes.ts';
import { webMessageMode } from '../protocol/web-message.ts';

export const webClientId = 'seller-connect-web';

/** Our own front end: a public client, trusted with consent, and with exactly these addresses. */
export function webClient(appOrigin: string): ClientMetadata {
  return {
    client_id: webClientId,
    client_name: 'Seller Connect',
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query', webMessageMode],
    // Registered addresses are compared as exact strings: with and without the slash are two.
    redirect_uris: [`${appOrigin}/`, appOrigin],
    post_logout_redirect_uris: [appOrigin, `${appOrigin}/`],
    scope: [...webScopes, 'offline_access'].join(' '),
    id_token_signed_response_alg: 'ES256',
  };
}

/** Silent first-party consent: no screen asks a person whether our own front end may know them. */
export function isFirstParty(clientId: string): boolean {
  return clientId === webClientId;
}
