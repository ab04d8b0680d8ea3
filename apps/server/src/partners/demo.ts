import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Log } from '../platform/log.ts';
import { Problem } from '../platform/problem.ts';
import type { Linker } from './linking.ts';
import type { LinkedShop } from './shops.ts';

export interface DemoLinkOptions {
  /** The sandbox's control API. */
  sandboxUrl: string;
  redirectUri: string;
  tenantId: string;
  log: Log;
  linkedShops(): Promise<LinkedShop[]>;
  startAttempt(linker: Linker): Promise<{ state: string }>;
  link(linker: Linker, code: string, state: string): Promise<LinkedShop[]>;
  signal?: AbortSignal;
}

const Shops = Compile(
  Type.Object({
    items: Type.Array(
      Type.Object({
        platform: Type.String(),
        externalShopId: Type.String(),
        account: Type.String(),
        replayOf: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  }),
);
const Code = Compile(Type.Object({ code: Type.String({ minLength: 1 }) }));

const attempts = 40;
const requestTimeoutMs = 5_000;

/**
 * Links the sandbox's shops to the demo's tenant by the way every seller goes, only that the consent page is
 * agreed to by the sandbox's control API. The shops of the sandbox's first seller stay free, for whoever
 * tries the linking out. Does only what is missing; retried until the sandbox answers or `signal` ends it.
 */
export async function linkDemoShops(options: DemoLinkOptions): Promise<void> {
  try {
    await linkUntilDone(options);
  } catch (error) {
    if (!options.signal?.aborted) throw error;
  }
}

async function linkUntilDone(options: DemoLinkOptions): Promise<void> {
  const { log, signal } = options;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      await linkMissing(options);
      return;
    } catch (error) {
      log.debug({ err: error, attempt }, 'the demo shops are not linked yet');
      if (attempt === attempts) log.warn({ err: error }, 'the demo shops could not be linked');
      else await delay(Math.min(250 * attempt, 5000), undefined, signal ? { signal } : {});
    }
  }
}

async function linkMissing(options: DemoLinkOptions): Promise<void> {
  const { sandboxUrl, redirectUri, tenantId, signal } = options;
  const listed = await ask(`${sandboxUrl}/_sandbox/shops`, signal);
  if (!Shops.Check(listed)) throw new Error('The sandbox lists its shops in another shape');
  const made = listed.items.filter((shop) => shop.platform === 'LAZADA' && shop.replayOf === null);
  const [first] = made;
  const known = new Set((await options.linkedShops()).map((shop) => shop.externalShopId));
  // One that was disconnected by hand stays so.
  const missing = made.filter(
    (shop) => shop.account !== first?.account && !known.has(shop.externalShopId),
  );
  const linker: Linker = { tenantId, accountId: 'demo', byProgram: true };
  for (const shop of missing) {
    if (signal?.aborted) return;
    const { state } = await options.startAttempt(linker);
    const consent = { platform: 'LAZADA', shop: shop.externalShopId, redirectUri, state };
    const answer = await ask(`${sandboxUrl}/_sandbox/authorize`, signal, consent);
    if (!Code.Check(answer)) throw new Error('The sandbox agreed without a code');
    try {
      await options.link(linker, answer.code, state);
    } catch (error) {
      // Somebody linked it by hand to another account: the demo goes on with the others.
      if (!(error instanceof Problem) || error.code !== 'shop_linked_elsewhere') throw error;
    }
  }
}

async function ask(url: string, signal: AbortSignal | undefined, body?: object): Promise<unknown> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const response = await fetch(url, {
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${url}`);
  return response.json();
}
