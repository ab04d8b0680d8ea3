import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import { createKeyring, createVault } from '../../platform/vault/vault.ts';
import type { TokenDependencies } from '../tokens/token-refresh.ts';

/** Returns what links and token refreshes need, with a vault of their own and a silent log. */
export function createTokenDependencies(
  database: Database,
  clock: () => Date = () => new Date(),
): TokenDependencies {
  return {
    database,
    vault: createVault(createKeyring([{ id: 'test', bytes: randomBytes(32) }])),
    log: createLog('silent'),
    clock,
    inFlight: new Map(),
    expiredLeases: new Map(),
  };
}
