import type { ClientMetadata } from 'oidc-provider';
import { webScopes } from '../../platform/http/scopes.ts';
import { webMessageMode } from '../protocol/web-message.ts';

export const webClientId = 'seller-connect-web';

/** Returns the metadata of our own front end: a public client with exactly these redirect URIs. */
export function webClient(appOrigin: string): ClientMetadata {
  return {
    client_id: webClientId,
    client_name: 'Seller Connect',
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query', webMessageMode],
    // Registered URIs are compared as exact strings, so both forms with and without the slash are listed.
    redirect_uris: [`${appOrigin}/`, appOrigin],
    post_logout_redirect_uris: [appOrigin, `${appOrigin}/`],
    scope: [...webScopes, 'offline_access'].join(' '),
    id_token_signed_response_alg: 'ES256',
  };
}

/** Whether the client is our own front end, to which consent is granted without a screen. */
export function isFirstParty(clientId: string): boolean {
  return clientId === webClientId;
}
