import { demoAccounts, demoPassword } from '@seller-connect/contract/demo-accounts';
import { sql, type Database } from '../../platform/database/database.ts';
import type { AccountStore } from './accounts.ts';
import { revokeAllAccess } from '../tokens/artifacts.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';

const selectDemoAccounts = sql(
  'identity.list_demo_accounts',
  'select email_key from identity.account where is_demo',
);
const enableDemoAccounts = sql(
  'identity.enable_demo_accounts',
  'update identity.account set disabled_at = null, updated_at = $1 where is_demo and disabled_at is not null',
);
const disableDemoAccounts = sql(
  'identity.disable_demo_accounts',
  `update identity.account set disabled_at = $1, updated_at = $1
   where is_demo and disabled_at is null returning id`,
);

/**
 * Creates and enables the three demo accounts in demo mode. Outside demo mode, disables and signs out those that an
 * earlier demo left behind.
 */
export async function seedDemoAccounts(dependencies: {
  database: Database;
  accounts: AccountStore;
  passwords: PasswordHasher;
  demo: boolean;
}): Promise<void> {
  const { database, accounts, passwords, demo } = dependencies;
  const now = new Date();
  if (!demo) {
    const disabled = await database.query<{ id: string }>(disableDemoAccounts, [now]);
    for (const { id } of disabled) await revokeAllAccess(database, id);
    return;
  }
  await database.execute(enableDemoAccounts, [now]);
  const existing = await database.query<{ emailKey: string }>(selectDemoAccounts);
  for (const account of demoAccounts) {
    if (existing.some((row) => row.emailKey === account.email)) continue;
    // A process that starts at the same time may have created the account; `create` then does nothing.
    await accounts.create({
      ...account,
      emailVerified: true,
      password: await passwords.hash(demoPassword),
      demo: true,
    });
  }
}
