/** `/sc/oauth2/token`: exchanges codes and refresh tokens for tokens, after client authentication. */
import { tikiApplication } from '../application.ts';
import { TikiTokenError } from '../errors.ts';
import type { TikiPlatform } from '../platform.ts';

function sameClient(id: string | null, secret: string | null): boolean {
  return id === tikiApplication.clientId && secret === tikiApplication.clientSecret;
}

function basic(header: string): { id: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

/** Requires the registered client authentication method; the other one must not be used. */
function checkClient(platform: TikiPlatform, header: string, body: URLSearchParams): void {
  const credentials = basic(header);
  const fits =
    platform.options.clientAuthentication === 'client_secret_basic'
      ? credentials !== undefined && sameClient(credentials.id, credentials.secret)
      : credentials === undefined && sameClient(body.get('client_id'), body.get('client_secret'));
  if (!fits) throw new TikiTokenError('invalid_client', 'Client authentication failed', 401);
}

function needed(body: URLSearchParams, name: string): string {
  const value = body.get(name) ?? '';
  if (value === '') throw new TikiTokenError('invalid_request', `${name} is missing`);
  return value;
}

/**
 * Handles a token call.
 *
 * @throws {TikiTokenError} for every error response.
 */
export async function handleTokenCall(
  platform: TikiPlatform,
  authorization: string,
  body: URLSearchParams,
): Promise<object> {
  const type = needed(body, 'grant_type');
  checkClient(platform, authorization, body);
  const issue = (): object => {
    switch (type) {
      case 'authorization_code':
        return platform.grants.exchange(needed(body, 'code'), needed(body, 'redirect_uri'));
      case 'refresh_token':
        return platform.grants.refresh(needed(body, 'refresh_token'));
      case 'client_credentials':
        // Gives access to the application's own queues, but to no shop.
        return {
          access_token: platform.issueOwnToken(),
          expires_in: platform.options.accessTokenSeconds,
          token_type: 'bearer',
          scope: body.get('scope') ?? '',
        };
      default:
        throw new TikiTokenError('unsupported_grant_type', `grant_type ${type} is not supported`);
    }
  };
  try {
    return issue();
  } finally {
    await platform.parts.saveState();
  }
}
