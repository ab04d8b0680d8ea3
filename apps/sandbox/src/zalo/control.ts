/** Zalo's part of the control API: its options, and the ledger of what was sent. */
import type { FastifyInstance } from 'fastify';
import { changeZaloOptions } from './application.ts';
import type { ZaloPlatform } from './platform.ts';

export function registerZaloControl(server: FastifyInstance, platform: ZaloPlatform): void {
  server.get('/_sandbox/zalo', () => platform.view());
  server.put('/_sandbox/zalo', async (request) => {
    platform.options = changeZaloOptions(platform.options, request.body);
    await platform.saveState();
    return platform.view();
  });
  server.post('/_sandbox/zalo/revoke_access_token', async () => {
    platform.revokeAccessToken();
    await platform.saveState();
    return platform.view();
  });
}
