import type { LinkActor } from './link-history.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '@seller-connect/partners';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Log } from '../../platform/log.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { LinkedShop } from '../shops/shops.ts';
import { Nullable } from '@seller-connect/contract';

/** Result of a consent at the sandbox. */
interface DemoConsent {
  platform: Platform;
  code: string;
  state: string;
  /** Further parameters of the partner's redirect. */
  extras: Readonly<Record<string, string>>;
}

interface DemoLinkDependencies {
  /** URL of the sandbox's control API. */
  sandboxUrl: string;
  tenantId: string;
  log: Log;
  /** Returns null for a partner that this installation cannot link. */
  redirectUriOf(platform: string): { platform: Platform; redirectUri: string } | null;
  linkedShops(): Promise<LinkedShop[]>;
  startAttempt(linker: LinkActor, platform: Platform): Promise<{ state: string }>;
  link(linker: LinkActor, consent: DemoConsent): Promise<unknown>;
  signal?: AbortSignal;
}

const Shops = Compile(
  Type.Object({
    items: Type.Array(
      Type.Object({
        platform: Type.String(),
        externalShopId: Type.String(),
        account: Type.String(),
        currency: Type.String(),
        replayOf: Nullable(Type.String()),
      }),
    ),
  }),
);
const AdAccounts = Compile(
  Type.Object({
    items: Type.Array(
      Type.Object({
        platform: Type.String(),
        externalShopId: Type.String(),
        account: Type.String(),
        currency: Type.String(),
        status: Type.Integer(),
      }),
    ),
  }),
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
export async function linkDemoShops(options: DemoLinkDependencies): Promise<void> {
  try {
    await linkWithRetries(options);
  } catch (error) {
    if (!options.signal?.aborted) throw error;
  }
}

async function linkWithRetries(options: DemoLinkDependencies): Promise<void> {
  const { log, signal } = options;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      await linkMissingShops(options);
      return;
    } catch (error) {
      log.debug(
        { event: 'partners.demo_link_retry', err: error, attempt },
        'Demo shops are not linked yet; trying again',
      );
      if (attempt === maxAttempts)
        log.warn(
          { event: 'partners.demo_link_failed', err: error },
          'Demo shops could not be linked',
        );
      else await delay(Math.min(250 * attempt, 5000), undefined, signal ? { signal } : {});
    }
  }
}

async function linkMissingShops(options: DemoLinkDependencies): Promise<void> {
  const { sandboxUrl, tenantId, signal } = options;
  const linkedIds = new Set((await options.linkedShops()).map((shop) => shop.externalShopId));
  const linker: LinkActor = { tenantId, accountId: 'demo', byProgram: true };
  for (const shop of await listLastSellersShops(sandboxUrl, signal)) {
    if (signal?.aborted) return;
    const target = options.redirectUriOf(shop.platform);
    // Skips shops that are linked already or were disconnected manually.
    if (target === null || linkedIds.has(shop.externalShopId)) continue;
    const { state } = await options.startAttempt(linker, target.platform);
    const consent = { ...target, shop: shop.externalShopId, state };
    const answer = await requestJson(`${sandboxUrl}/_sandbox/authorize`, signal, consent);
    if (!Consent.Check(answer)) throw new Error('The sandbox agreed without a code');
    const { code, redirectTo: _redirectTo, ...extras } = answer;
    try {
      await options.link(linker, { platform: target.platform, code, state, extras });
    } catch (error) {
      // The shop was linked manually to another account: continue with the others.
      if (!(error instanceof Problem) || error.code !== 'shop_linked_elsewhere') throw error;
    }
    // One consent can open several shops.
    for (const linked of await options.linkedShops()) linkedIds.add(linked.externalShopId);
  }
}

async function listLastSellersShops(
  sandboxUrl: string,
  signal: AbortSignal | undefined,
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

async function requestJson(
  url: string,
  signal: AbortSignal | undefined,
  body?: object,
): Promise<unknown> {
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
