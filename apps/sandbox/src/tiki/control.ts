/** Tiki's part of the control API. */
import type { FastifyInstance } from 'fastify';
import { buildRedirectUrl } from '../consent/redirect.ts';
import { ControlError, readText } from '../control/requests.ts';
import type { ShopInfo } from '../world/shops/shops.ts';
import { TIKI_APPLICATION, changeTikiOptions, isTikiCallback } from './application.ts';
import type { TikiPlatform } from './platform.ts';

const DEFAULT_SCOPE = 'order product inventory offline';

/** Returns the code that the consent page would issue. */
export async function authorizeTiki(
  platform: TikiPlatform,
  info: ShopInfo,
  body: Record<string, unknown>,
): Promise<unknown> {
  const redirectUri = readText(body, 'redirectUri') ?? '';
  if (!isTikiCallback(redirectUri, platform.parts.callbacks)) {
    throw new ControlError(400, 'redirectUri is not registered for the application.');
  }
  const scope = readText(body, 'scope') ?? DEFAULT_SCOPE;
  const code = platform.grants.issueCode(info.externalShopId, redirectUri, scope);
  await platform.parts.saveState();
  return {
    code,
    redirectTo: buildRedirectUrl(redirectUri, { code, scope }, readText(body, 'state')),
  };
}

/** Registers the routes for Tiki's options. */
export function registerTikiControl(server: FastifyInstance, platform: TikiPlatform): void {
  const view = (): object => ({ application: TIKI_APPLICATION, options: platform.options });
  server.get('/_sandbox/tiki', view);
  server.put('/_sandbox/tiki', async (request) => {
    platform.options = changeTikiOptions(platform.options, request.body);
    await platform.parts.saveState();
    return view();
  });
}
