/** TikTok Shop's part of the control API. */
import { buildRedirectUrl } from '../consent/redirect.ts';
import { readText } from '../control/requests.ts';
import type { ShopInfo } from '../world/shops/shops.ts';
import type { TiktokPlatform } from './platform.ts';

/**
 * Returns the code that the authorization page would issue, and the address that it would redirect to. TikTok fixes the
 * redirect address when the application is registered.
 */
export async function authorizeTiktok(
  platform: TiktokPlatform,
  { externalShopId }: ShopInfo,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const code = platform.grants.issueCode(platform.coveredBy(externalShopId));
  await platform.parts.saveState();
  const { callback } = platform.parts;
  return { code, redirectTo: buildRedirectUrl(callback, { code }, readText(body, 'state')) };
}
