import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import type { ChaosShop } from '../chaos/world.ts';
import type { Balancer } from './balancer.ts';
import {
  countRefreshes,
  findDifferences,
  findEndedConsents,
  linkLargest,
  tenantOf,
} from './linked-shops.ts';
import { RemoteSeller } from './remote-seller.ts';

/** Accounts of the demo, with a team of their own each. */
const accounts = ['seller@demo.test', 'shop@demo.test', 'staff@demo.test'] as const;

interface Team {
  seller: RemoteSeller;
  tenantId: string;
  shops: readonly ChaosShop[];
}

/** Teams with a Lazada and a Shopee shop each. */
export interface Teams {
  readonly sellers: readonly RemoteSeller[];
  /** Returns the seller who begins the next run, each in turn: a team may begin five in five minutes. */
  nextSeller(): RemoteSeller;
  /** Returns where the sales differ from the ledger. */
  findDifferences(): Promise<string[]>;
  findEndedConsents(): Promise<string[]>;
  countRefreshes(): Promise<number>;
}

/** Links the largest shops to so many teams, up to three, which begins a run of each. */
export async function linkTeams(
  count: number,
  world: { sandbox: SandboxProcess; balancer: Balancer; database: Database },
): Promise<Teams> {
  const { sandbox, balancer, database } = world;
  const teams: Team[] = [];
  for (const account of accounts.slice(0, count)) {
    const seller = await RemoteSeller.create(balancer, account);
    const shops = await linkLargest(sandbox, seller, teams.length);
    const known = teams.map((team) => team.tenantId);
    teams.push({ seller, shops, tenantId: await tenantOf(database, known) });
  }
  const sellers = teams.map(({ seller }) => seller);
  let runCount = 0;
  const ofEach = <T>(read: (team: Team) => Promise<T>) => Promise.all(teams.map(read));
  return {
    sellers,
    nextSeller() {
      const seller = sellers[runCount % sellers.length];
      if (!seller) throw new Error('There is no team');
      runCount += 1;
      return seller;
    },
    findDifferences: async () =>
      (
        await ofEach(({ tenantId, shops }) => findDifferences(database, sandbox, tenantId, shops))
      ).flat(),
    findEndedConsents: async () =>
      (await ofEach(({ tenantId }) => findEndedConsents(database, tenantId))).flat(),
    countRefreshes: async () =>
      (await ofEach(({ tenantId }) => countRefreshes(database, tenantId))).reduce(
        (sum, refreshes) => sum + refreshes,
        0,
      ),
  };
}
