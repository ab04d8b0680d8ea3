import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { LinkActor, Partners } from '../partners/index.ts';
import type { Log } from '../platform/log.ts';
import { Problem } from '../platform/http/problem.ts';
import { Nullable } from '@seller-connect/contract';

export interface DemoLinkDependencies {
  partners: Pick<Partners, 'listShops' | 'authorize' | 'link'>;
  /** URL of the sandbox's control API. */
  sandboxUrl: string;
  log: Log;
}

const shopFields = {
  platform: Type.String(),
  externalShopId: Type.String(),
  account: Type.String(),
  currency: Type.String(),
};
const Shops = Compile(
  Type.Object({
    items: Type.Array(Type.Object({ ...shopFields, replayOf: Nullable(Type.String()) })),
  }),
);
const AdAccounts = Compile(
  Type.Object({ items: Type.Array(Type.Object({ ...shopFields, status: Type.Integer() })) }),
);
/** Status of an ad account that is neither disabled nor closed. */
const activeAccountStatus = 1;
const Consent = Compile(
  Type.Intersect([
    Type.Object({ code: Type.String({ minLength: 1 }) }),
    Type.Record(Type.String(), Type.String()),
  ]),
);

const maxAttempts = 40;
const requestTimeoutMs = 5_000;

/**
 * Links the shops of one of the sandbox's sellers to the demo's tenant through the regular link flow; the sandbox's
 * control API replaces the consent page. Uses the last seller, so that the others stay free for manual linking. Skips
 * linked shops, and retries until the sandbox responds or `signal` is aborted.
 */
export async function linkDemoShops(
  dependencies: DemoLinkDependencies,
  tenantId: string,
  signal: AbortSignal,
): Promise<void> {
  const { log } = dependencies;
  for (let attempt = 1; attempt <= maxAttempts && !signal.aborted; attempt += 1) {
    try {
      await linkMissingShops(dependencies, tenantId, signal);
      return;
    } catch (error) {
      if (signal.aborted) return;
      log.debug(
        { event: 'demo.link_retry', err: error, attempt },
        'Demo shops are not linked yet; trying again',
      );
      if (attempt === maxAttempts)
        log.warn({ event: 'demo.link_failed', err: error }, 'Demo shops could not be linked');
      else await delay(Math.min(250 * attempt, 5000), undefined, { signal }).catch(() => undefined);
    }
  }
}

async function linkMissingShops(
  { partners, sandboxUrl }: DemoLinkDependencies,
  tenantId: string,
  signal: AbortSignal,
): Promise<void> {
  const listLinked = async () =>
    (await partners.listShops(tenantId)).map((shop) => shop.externalShopId);
  const linkedIds = new Set(await listLinked());
  const linker: LinkActor = { tenantId, accountId: 'demo', byProgram: true };
  for (const { platform, externalShopId: shop } of await listLastSellersShops(sandboxUrl, signal)) {
    if (signal.aborted) return;
    // Skips shops that are linked already or were disconnected manually.
    if (linkedIds.has(shop)) continue;
    try {
      const { state, redirectUri } = await partners.authorize(linker, platform, null);
      const consent = { platform, redirectUri, shop, state };
      const answer = await requestJson(`${sandboxUrl}/_sandbox/authorize`, signal, consent);
      if (!Consent.Check(answer)) throw new Error('The sandbox agreed without a code');
      const { code, redirectTo: _redirectTo, ...extras } = answer;
      await partners.link(linker, { platform, code, state, extras });
    } catch (error) {
      // The shop was linked manually to another account, or its partner is not configured: continue with the others.
      if (!(error instanceof Problem) || !skippedCodes.has(error.code)) throw error;
    }
    // One consent can open several shops.
    for (const linked of await listLinked()) linkedIds.add(linked);
  }
}

const skippedCodes = new Set(['shop_linked_elsewhere', 'unavailable_partner']);

async function listLastSellersShops(
  sandboxUrl: string,
  signal: AbortSignal,
): Promise<{ platform: string; externalShopId: string }[]> {
  const listed = await requestJson(`${sandboxUrl}/_sandbox/shops`, signal);
  if (!Shops.Check(listed)) throw new Error('The sandbox lists its shops in another shape');
  const advertising = await requestJson(`${sandboxUrl}/_sandbox/ad-accounts`, signal);
  if (!AdAccounts.Check(advertising)) {
    throw new Error('The sandbox lists its ad accounts in another shape');
  }
  const generatedShops = listed.items.filter((shop) => shop.replayOf === null);
  const lastShop = generatedShops.at(-1);
  // Ad spend in another currency could not be compared with the sales.
  const activeAccounts = advertising.items.filter(
    ({ status, currency }) => status === activeAccountStatus && currency === lastShop?.currency,
  );
  return [...generatedShops, ...activeAccounts].filter(
    ({ account }) => account === lastShop?.account,
  );
}

async function requestJson(url: string, signal: AbortSignal, body?: object): Promise<unknown> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const response = await fetch(url, {
    signal: AbortSignal.any([signal, timeout]),
    ...(body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${url}`);
  return response.json();
}
