import { Client } from 'pg';
import type { Seller } from '../../../apps/server/src/collector/testing/linked-seller.ts';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import { listAdAccounts } from '../chaos/world.ts';

const maxAccounts = 10;

/** Links ad accounts of Facebook, whose tokens are exchanged before they expire. Returns our shop IDs. */
export async function linkAdAccounts(sandbox: SandboxProcess, seller: Seller): Promise<string[]> {
  const shopIds: string[] = [];
  for (const { external, platform } of await listAdAccounts(sandbox, maxAccounts)) {
    shopIds.push(await seller.link(sandbox, external, platform));
  }
  return shopIds;
}

/** Sets the remaining lifetime of all Facebook tokens to one hour of a day, so that the next use exchanges them. */
export async function expireSoon(databaseUrl: string): Promise<void> {
  const owner = new Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    await owner.query(
      `update partners.connection
          set access_expires_at = now() + interval '1 hour', access_lifetime_seconds = 86400
        where platform = 'FACEBOOK' and state = 'connected'`,
    );
  } finally {
    await owner.end();
  }
}
