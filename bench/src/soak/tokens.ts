import { randomBytes } from 'node:crypto';
import { startIdentityChild } from '../../../apps/server/src/identity/testing/identity-child.ts';
import { freePort } from '../../../scripts/testing/free-ports.ts';
import {
  singleSuccess,
  exchangeCodeInParallel,
  refreshInParallel,
} from '../../../apps/server/src/identity/testing/parallel-use.ts';
import { withDatabase } from '../harness/database.ts';

/** The provider allows 120 logins a minute per address and process; each round starts two. */
const roundsPerProcess = 40;

/**
 * Uses one authorization code, then one refresh token, in eight parallel requests, again and again.
 * @returns the rounds without exactly one winner
 */
export function soakTokens(rounds: number): Promise<string[]> {
  return withDatabase(async ({ url }) => {
    const options = { databaseUrl: url, port: await freePort(), vaultKey: randomBytes(32) };
    let provider = await startIdentityChild(options);
    const failures: string[] = [];
    try {
      for (let round = 1; round <= rounds; round += 1) {
        for (const use of [exchangeCodeInParallel, refreshInParallel]) {
          const outcomes = await use(provider.origin);
          if (outcomes.join() !== singleSuccess.join()) {
            failures.push(`round ${round}, ${use.name}: ${outcomes.join(', ')}`);
          }
        }
        if (round % roundsPerProcess === 0) {
          await provider.kill();
          provider = await startIdentityChild(options);
        }
        if (round % 20 === 0) process.stdout.write(`round ${round} of ${rounds}\n`);
      }
    } finally {
      await provider.kill();
    }
    return failures;
  });
}
