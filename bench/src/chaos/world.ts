import { assemble, type Assembly } from '../../../apps/server/src/collector/testing/assembly.ts';
import {
  createSeller,
  type Seller,
} from '../../../apps/server/src/collector/testing/linked-seller.ts';
import { partnerSettings } from '../../../apps/server/test/partner-settings.ts';
import { shopeePushUrl } from '../../../apps/server/src/collector/testing/receiver.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';

const marketplaces = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'] as const;
export type ChaosPlatform = (typeof marketplaces)[number] | 'FACEBOOK';

/** Per marketplace, or fewer if the sandbox has fewer. */
const shopsPerPlatform = 3;
const adAccountCount = 2;
/** The status of an open ad account; all others are closed. */
const activeStatus = 1;

/** How far the sandbox's clock starts behind the real time. It has caught up at the end. */
const clockLagMs = 48 * 3_600_000;
/**
 * Token lifetime in clock steps. If two tokens expired during one piece of work, this would look like a lost consent.
 */
const tokenLifetimeSteps = 2;
const clockMarginMs = 30_000;

/** A shop or an ad account of the sandbox that a soak test links. */
export interface ChaosShop {
  platform: ChaosPlatform;
  external: string;
  /** The product's ID of it, once linked. */
  shopId: string | null;
}

export interface ChaosWorld {
  sandbox: SandboxProcess;
  assembly: Assembly;
  seller: Seller;
  /** Linked one after another, so that a backfill is always running. */
  shops: ChaosShop[];
  environment: (callsPerSecond: number) => Record<string, string>;
  /** Links the next shop that is not linked yet, if there is one. */
  linkNext: () => Promise<void>;
  /** Advances the sandbox's clock to `share` of its way to the present. */
  moveClock: (share: number) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts a sandbox and a seller with shops at every partner. The sandbox's clock advances in `steps` steps; tokens live
 * for two of them.
 */
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
  // With grace, a partner accepts the replaced token for a while. Shopee and Tiki have none: if the process that
  // refreshes dies before it stores the response, the token is lost.
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

/** Chooses the shops in linking order: one of every partner, then another of each. */
async function chooseShops(sandbox: SandboxProcess): Promise<ChaosShop[]> {
  const ofEach = await Promise.all([
    ...marketplaces.map(async (platform) => {
      const [smallest, ...others] = (await sandbox.shops(platform)).toSorted(
        (a, b) => a.orders - b.orders,
      );
      // Money is synced after all orders. The smallest shop gets there early, so that kills hit this phase too.
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

/** Lists the open ad accounts of the sandbox. */
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
