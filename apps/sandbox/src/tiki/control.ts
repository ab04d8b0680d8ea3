/** Tiki's part of the control API. */
import { buildRedirectUrl } from '../consent/redirect.ts';
import { readRedirectUri, readText } from '../control/requests.ts';
import type { ShopInfo } from '../world/shops/shops.ts';
import type { TikiPlatform } from './platform.ts';

const defaultScope = 'order product inventory offline';

/** Returns the code that the consent page would issue. */
export async function authorizeTiki(
  platform: TikiPlatform,
  info: ShopInfo,
  body: Record<string, unknown>,
): Promise<unknown> {
  const redirectUri = readRedirectUri(body, 'tiki', platform.parts.callbacks);
  const scope = readText(body, 'scope') ?? defaultScope;
  const code = platform.grants.issueCode(info.externalShopId, redirectUri, scope);
  await platform.parts.saveState();
  return {
    code,
    redirectTo: buildRedirectUrl(redirectUri, { code, scope }, readText(body, 'state')),
  };
}
