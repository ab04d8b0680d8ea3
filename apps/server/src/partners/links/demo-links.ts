import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '@seller-connect/partners';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Log } from '../../platform/log.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Linker } from './linking.ts';
import type { LinkedShop } from '../shops/shops.ts';

/** What a consent handed over. */
export interface DemoConsent {
  platform: Platform;
  code: string;
  state: string;
  /** What else the partner's redirect would carry. */
  extras: Readonly<Record<string, string>>;
}

export interface DemoLinkOptions {
  /** The sandbox's control API. */
  sandboxUrl: string;
  tenantId: string;
  log: Log;
  /** Null for a partner that this installation cannot link. */
  redirectUriOf(platform: string): { platform: Platform; redirectUri: string } | null;
  linkedShops(): Promise<LinkedShop[]>;
  startAttempt(linker: Linker, platform: Platform): Promise<{ state: string }>;
  link(linker: Linker, consent: DemoConsent): Promise<unknown>;
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
        replayOf: Type.Union([Type.String(), Type.Null()]),
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
/** An ad account that is neither disabled nor closed. */
const active = 1;
const Consent = Compile(
  Type.Intersect([
    Type.Object({ code: Type.String({ minLength: 1 }) }),
    Type.Record(Type.String(), Type.String()),
  ]),
);

const attempts = 40;
const requestTimeoutMs = 5_000;

/**
 * Links one of the sandbox's sellers to the demo's tenant, on every marketplace that this seller is on, by the way every
 * seller goes, only that the consent page is agreed to by the sandbox's control API. It is the last of the sellers; the
 * others stay free, for whoever tries the linking out. Does only what is missing; retried until the sandbox answers or
 * `signal` ends it.
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
  const { sandboxUrl, tenantId, signal } = options;
  const known = new Set((await options.linkedShops()).map((shop) => shop.externalShopId));
  const linker: Linker = { tenantId, accountId: 'demo', byProgram: true };
  for (const shop of await shopsOfLastSeller(sandboxUrl, signal)) {
    if (signal?.aborted) return;
    const target = options.redirectUriOf(shop.platform);
    // One that was disconnected by hand stays so.
    if (target === null || known.has(shop.externalShopId)) continue;
    const { state } = await options.startAttempt(linker, target.platform);
    const consent = { ...target, shop: shop.externalShopId, state };
    const answer = await ask(`${sandboxUrl}/_sandbox/authorize`, signal, consent);
    if (!Consent.Check(answer)) throw new Error('The sandbox agreed without a code');
    const { code, redirectTo: _redirectTo, ...extras } = answer;
    try {
      await options.link(linker, { platform: target.platform, code, state, extras });
    } catch (error) {
      // Somebody linked it by hand to another account: the demo goes on with the others.
      if (!(error instanceof Problem) || error.code !== 'shop_linked_elsewhere') throw error;
    }
    // A consent can open several shops at once.
    for (const linked of await options.linkedShops()) known.add(linked.externalShopId);
  }
}

async function shopsOfLastSeller(
  sandboxUrl: string,
  signal: AbortSignal | undefined,
): Promise<{ platform: string; externalShopId: string }[]> {
  const listed = await ask(`${sandboxUrl}/_sandbox/shops`, signal);
  if (!Shops.Check(listed)) throw new Error('The sandbox lists its shops in another shape');
  const advertising = await ask(`${sandboxUrl}/_sandbox/ad-accounts`, signal);
  if (!AdAccounts.Check(advertising)) {
    throw new Error('The sandbox lists its ad accounts in another shape');
  }
  const made = listed.items.filter((shop) => shop.replayOf === null);
  const last = made.at(-1);
  // Spending in another currency than the sales stands beside them and is added to nothing.
  const spending = advertising.items.filter(
    ({ status, currency }) => status === active && currency === last?.currency,
  );
  return [...made, ...spending].filter(({ account }) => account === last?.account);
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
