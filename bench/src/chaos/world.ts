import { assemble, type Assembly } from '../../../apps/server/src/collector/testing/assembly.ts';
import {
  createSeller,
  type Seller,
} from '../../../apps/server/src/collector/testing/linked-seller.ts';
import { partnerSettings } from '../../../apps/server/src/collector/testing/partner-settings.ts';
import { shopeePushUrl } from '../../../apps/server/src/collector/testing/receiver.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../../apps/server/src/collector/testing/sandbox-process.ts';

const marketplaces = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'] as const;
export type ChaosPlatform = (typeof marketplaces)[number] | 'FACEBOOK';

/** Of each marketplace, as far as it has them; ad accounts likewise. */
const shopsPerPlatform = 3;
const adAccountCount = 2;
/** An ad account's status; others are closed. */
const activeStatus = 1;

/** The sandbox's time begins so long before ours, and has caught up at the end. */
const clockLagMs = 48 * 3_600_000;
/** Tokens outlive a step of the clock: two that end under one piece of work would be a consent that no longer holds. */
const tokenLifetimeSteps = 2;
const clockMarginMs = 30_000;

/** A shop or an ad account of the sandbox that a soak links. */
export interface ChaosShop {
  platform: ChaosPlatform;
  external: string;
  /** Our id, once it is linked. */
  shopId: string | null;
}

export interface ChaosWorld {
  sandbox: SandboxProcess;
  assembly: Assembly;
  seller: Seller;
  /** Linked one after the other, so that there is always one that is read for the first time. */
  shops: ChaosShop[];
  environment: (callsPerSecond: number) => Record<string, string>;
  /** Links the next shop that is not linked yet, if there is one. */
  linkNext: () => Promise<void>;
  /** Moves the sandbox's time on, to `share` of its way to the present. */
  moveClock: (share: number) => Promise<void>;
  stop: () => Promise<void>;
}

/** A seller with shops at every partner, in a sandbox whose clock is moved on in so many steps and whose tokens live for two. */
export async function startChaosWorld(
  databaseUrl: string,
  { callsPerSecond, steps }: { callsPerSecond: number; steps: number },
): Promise<ChaosWorld> {
  const end = Date.now() - clockMarginMs;
  const begin = end - clockLagMs;
  const clock = new Date(begin).toISOString();
  const sandbox = await startSandboxProcess(['--size', 'small', '--clock', clock]);
  await sandbox.clock({ frozen: true });
  const accessTokenSeconds = Math.ceil((tokenLifetimeSteps * clockLagMs) / steps / 1000);
  // What a partner that knows no grace had given is lost with the process that asked for it: Shopee and Tiki.
  for (const path of ['lazada', 'tiktok']) {
    await sandbox.control('PUT', path, { accessTokenSeconds, refreshGraceSeconds: 86_400 });
  }
  for (const path of ['shopee', 'tiki']) {
    await sandbox.control('PUT', path, { accessTokenSeconds });
  }
  await sandbox.control('PUT', 'facebook', { reportMs: 50 });
  const environment = (rate: number) => ({
    ...partnerSettings(sandbox, rate),
    SHOPEE_PUSH_URL: shopeePushUrl,
  });
  const assembly = await assemble({
    databaseUrl,
    lazadaUrl: sandbox.lazadaUrl,
    callsPerSecond,
    environment: environment(callsPerSecond),
  });
  const seller = await createSeller(assembly, { sessionMs: 86_400_000 });
  const shops = await chooseShops(sandbox);
  return {
    sandbox,
    assembly,
    seller,
    shops,
    environment,
    async linkNext() {
      const next = shops.find(({ shopId }) => shopId === null);
      if (next) next.shopId = await seller.link(sandbox, next.external, next.platform);
    },
    moveClock: (share) =>
      sandbox.clock({ now: new Date(begin + (end - begin) * share).toISOString() }),
    async stop() {
      await assembly.stop();
      await sandbox.stop();
    },
  };
}

/** One shop of every partner, then another of every one. */
async function chooseShops(sandbox: SandboxProcess): Promise<ChaosShop[]> {
  const ofEach = await Promise.all([
    ...marketplaces.map(async (platform) => {
      const [smallest, ...others] = (await sandbox.shops(platform)).toSorted(
        (a, b) => a.orders - b.orders,
      );
      // Money is read once all orders are in: of the smallest they soon are, so that it meets kills too.
      return [...(smallest ? [smallest] : []), ...others.toReversed()]
        .slice(0, shopsPerPlatform)
        .map(({ externalShopId }) => ({ platform, external: externalShopId }));
    }),
    listAdAccounts(sandbox, adAccountCount),
  ]);
  const rounds = Array.from({ length: shopsPerPlatform }, (_, round) =>
    ofEach.flatMap((shops) => shops[round] ?? []),
  );
  return rounds.flat().map((shop) => ({ ...shop, shopId: null }));
}

/** The ad accounts of the sandbox that are open. */
export async function listAdAccounts(
  sandbox: SandboxProcess,
  max: number,
): Promise<{ platform: 'FACEBOOK'; external: string }[]> {
  const answer = Object(await sandbox.control('GET', 'ad-accounts'));
  const items: { externalShopId: string; status: number }[] = answer.items;
  return items
    .filter(({ status }) => status === activeStatus)
    .slice(0, max)
    .map(({ externalShopId }) => ({ platform: 'FACEBOOK' as const, external: externalShopId }));
}
