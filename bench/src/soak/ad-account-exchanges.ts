import { Client } from 'pg';
import type { Seller } from '../../../apps/server/src/collector/testing/linked-seller.ts';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/sandbox-process.ts';
import { listAdAccounts } from '../chaos/world.ts';

const maxAccounts = 10;

/** Links ad accounts of Facebook, whose tokens are exchanged for fresh ones while they hold. Returns our ids. */
export async function linkAdAccounts(sandbox: SandboxProcess, seller: Seller): Promise<string[]> {
  const shopIds: string[] = [];
  for (const { external, platform } of await listAdAccounts(sandbox, maxAccounts)) {
    shopIds.push(await seller.link(sandbox, external, platform));
  }
  return shopIds;
}

/** An hour is left of every token of Facebook's, of a day: so it is exchanged by whoever uses it next. */
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
