import type { Settings } from './config.ts';
import { request } from './provider.ts';
import type { StoredUser } from './storedUser.ts';

/** A request with the user's access token. */
export function bearerRequest(
  settings: Settings,
  url: string,
  user: StoredUser,
  body?: object,
): Promise<Response> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    authorization: `${user.tokenType} ${user.accessToken}`,
  };
  if (!body) return request(settings, url, { headers });
  headers['content-type'] = 'application/json';
  return request(settings, url, { method: 'POST', headers, body: JSON.stringify(body) });
}
