import { pushReaders } from '../../partners/index.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createPushes, type Pushes } from '../../pushes/index.ts';
import type { Assembly } from './assembly.ts';

/** What partners tell by themselves, wired as the program wires it. */
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
 * Opens the addresses that partners call.
 * @param options `port` 0 takes a free one; `onAnswered` is told the path of every delivery that was answered
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

/** Where the sandbox sends its messages when a receiver listens at this address. */
export function pushTargets(address: string) {
  return {
    LAZADA: `${address}/partner/push/lazada`,
    TIKTOK: `${address}/partner/push/tiktok`,
    SHOPEE: { url: `${address}/partner/push/shopee`, registered: shopeePushUrl },
  };
}

/** The console has another address than the receiver's own, and that one is signed. */
export const shopeePushUrl = 'https://hooks.example.com/partner/push/shopee';
