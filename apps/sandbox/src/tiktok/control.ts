/** TikTok Shop's part of the control API. */
import type { FastifyInstance } from 'fastify';
import { buildRedirectUrl } from '../consent/redirect.ts';
import { readText } from '../control/requests.ts';
import type { ShopInfo } from '../world/shops/shops.ts';
import { TIKTOK_APPLICATION, changeTiktokOptions } from './application.ts';
import type { TiktokPlatform } from './platform.ts';

/** Returns the code that the authorization page would issue. The redirect address is fixed at registration. */
export async function authorizeTiktok(
  platform: TiktokPlatform,
  { externalShopId }: ShopInfo,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const code = platform.grants.issueCode(platform.openedBy(externalShopId));
  await platform.parts.keep();
  const { callback } = platform.parts;
  return { code, redirectTo: buildRedirectUrl(callback, { code }, readText(body, 'state')) };
}

export function registerTiktokControl(server: FastifyInstance, platform: TiktokPlatform): void {
  const view = () => ({
    application: TIKTOK_APPLICATION,
    callback: platform.parts.callback,
    options: platform.options,
  });
  server.get('/_sandbox/tiktok', view);
  server.put('/_sandbox/tiktok', async (request) => {
    platform.options = changeTiktokOptions(platform.options, request.body);
    await platform.parts.keep();
    return view();
  });
}
