import { pushReaders } from '../../partners/index.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createPushes, type Pushes } from '../../pushes/index.ts';
import type { Assembly } from './assembly.ts';

/** Wires `pushes` as the program does. */
export function createTestPushes(assembly: Assembly): Pushes {
  const { database, log, partners, collector, configuration } = assembly;
  return createPushes({
    database,
    log,
    partners,
    collector,
    readers: pushReaders(configuration),
    installation: configuration.appOrigin,
  });
}

/**
 * Starts a server with the webhooks.
 * @param options `port` 0 takes a free port; `onAnswered` is called with the path of each answered delivery
 */
export async function startReceiver(
  { log }: Assembly,
  pushes: Pushes,
  options: { port?: number; onAnswered?: (path: string) => void } = {},
): Promise<{ http: Http; address: string }> {
  const http = await createHttp({ log, authenticate: async () => null });
  const { onAnswered } = options;
  if (onAnswered) http.app.addHook('onResponse', async (request) => onAnswered(request.url));
  await pushes.routes(http);
  const address = await http.app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  return { http, address };
}

/**
 * Returns the sandbox's push settings for a receiver at this address. It has a minute for a response: on a busy machine,
 * a push would otherwise come again only when the sandbox's clock moves.
 */
export function pushTargets(address: string) {
  const timeoutMs = 60_000;
  return {
    LAZADA: { url: `${address}/partner/push/lazada`, timeoutMs },
    TIKTOK: { url: `${address}/partner/push/tiktok`, timeoutMs },
    SHOPEE: { url: `${address}/partner/push/shopee`, registered: shopeePushUrl, timeoutMs },
  };
}

/** Address registered in Shopee's console, which is signed. It differs from the receiver's own. */
export const shopeePushUrl = 'https://hooks.example.com/partner/push/shopee';
