/**
 * Runs the soak tests: scenarios that fail only after many rounds.
 *
 * Usage:
 *
 *     npm run soak [-- distributed [<kills>] | failover [<rounds>] | faults [<rounds>] | hostile [<rounds>]
 *                     | kills [<times>] | refreshes [<times>] | release [<times>] | renewals [<rounds>]
 *                     | restore [<rounds>] | rolling [<calls>] | storage [<rounds>] | tokens [<rounds>]
 *                     | upgrade [<rounds>] | same-figures [<scopes>]]
 *
 * Without a name, all of them run, each with its default number of rounds; `distributed` only if
 * `DISTRIBUTED_DATABASE_URL` is set.
 */
import { soakDistributed } from './src/soak/distributed.ts';
import { soakFailover } from './src/soak/failover.ts';
import { soakFaults } from './src/soak/faults.ts';
import { soakKills } from './src/soak/kills.ts';
import { soakRefreshes } from './src/soak/refreshes.ts';
import { soakRelease } from './src/soak/release.ts';
import { soakRenewals } from './src/soak/renewals.ts';
import { soakRestore } from './src/soak/restore.ts';
import { soakRolling } from './src/soak/rolling.ts';
import { soakStorage } from './src/soak/storage.ts';
import { soakTokens } from './src/soak/tokens.ts';
import { soakUpgrade } from './src/soak/upgrade.ts';
import { runTool } from '../scripts/testing/run-tool.ts';

const soakTests = {
  distributed: {
    defaultRounds: 50,
    run: soakDistributed,
    summary:
      'kills on a distributed database: every figure equals the ledger, no team sees another',
  },
  failover: {
    defaultRounds: 50,
    run: soakFailover,
    summary:
      'failures of the primary: no acknowledged commit lost, no token spent twice, back within 15 s each time',
  },
  faults: {
    defaultRounds: 5,
    run: async (rounds: number) => (await soakFaults(rounds)).problems,
    summary:
      'rounds of faults: every figure equals the ledger, every token that could be kept is there',
  },
  hostile: {
    defaultRounds: 1,
    run: soakHostileAnswers,
    summary:
      'rounds of every hostile answer of a marketplace: each ends in an error or flags its row',
  },
  kills: {
    defaultRounds: 200,
    run: soakKills,
    summary: 'kills: every figure equals the ledger',
  },
  refreshes: {
    defaultRounds: 10_000,
    run: soakRefreshes,
    summary: 'refreshes of marketplace tokens: none lost, one at a time',
  },
  release: {
    defaultRounds: 1,
    run: soakRelease,
    summary: 'releases: the packed product starts, and so does the image where it can be built',
  },
  renewals: {
    defaultRounds: 50,
    run: soakRenewals,
    summary: 'renewals of three tabs: one exchange each, nobody signed out',
  },
  rolling: {
    defaultRounds: 10_000,
    run: soakRolling,
    summary:
      'calls while versions were replaced: none failed, no push lost, no refresh token spent twice',
  },
  storage: {
    defaultRounds: 1,
    run: (rounds: number) => soakStorage(rounds, runTests),
    summary: 'backups in OpenStack Swift, cut, refused and interrupted: each is whole or named',
  },
  tokens: {
    defaultRounds: 100,
    run: soakTokens,
    summary: 'times a code and a refresh token used by eight at once: one winner each',
  },
  restore: {
    defaultRounds: 5,
    run: (rounds: number) => soakRestore(rounds),
    summary: 'machines lost and restored elsewhere: every figure equals the ledger',
  },
  upgrade: {
    defaultRounds: 1,
    run: soakUpgrade,
    summary: 'upgrades to the next major version of PostgreSQL: every figure equals the ledger',
  },
  'same-figures': {
    defaultRounds: 200,
    run: soakEqualReports,
    summary: 'random scopes with the same figures over every way out',
  },
};

const [name, roundsArgument] = process.argv.slice(2);
const requestedRounds = roundsArgument === undefined ? null : Number(roundsArgument);
const isPossible = (each: string) =>
  each !== 'distributed' || Boolean(process.env['DISTRIBUTED_DATABASE_URL']);
const selected = Object.entries(soakTests).filter(([each]) =>
  name === undefined ? isPossible(each) : each === name,
);
const isInvalid =
  requestedRounds !== null && (!Number.isInteger(requestedRounds) || requestedRounds < 1);
if (selected.length === 0 || isInvalid) {
  const names = Object.keys(soakTests).join(' or ');
  process.stderr.write(`Name ${names}, and how often: a whole number from 1 on.\n`);
  process.exit(1);
}
for (const [each, { defaultRounds, run, summary }] of selected) {
  const rounds = requestedRounds ?? defaultRounds;
  const failures = await run(rounds);
  for (const failure of failures) process.stderr.write(`${each}: ${failure}\n`);
  process.stdout.write(
    failures.length === 0 ? `${rounds} ${summary}\n` : `The soak of ${each} failed\n`,
  );
  if (failures.length > 0) process.exitCode = 1;
}

/**
 * Runs the test that all outputs of the product agree.
 * @param scopes number of random combinations of days and shops
 */
function soakEqualReports(scopes: number): Promise<string[]> {
  return runTests('db', 'apps/server/src/reporting/outputs-agree.http.test.ts', {
    SCOPES: String(scopes),
  });
}

/** Runs every hostile answer of the marketplaces, of which the tests try a sample. */
async function soakHostileAnswers(rounds: number): Promise<string[]> {
  const failures: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    failures.push(
      ...(await runTests('db', 'packages/partners/reference', { HOSTILE_CASES: 'all' })),
    );
  }
  return failures;
}

/** Runs a file of tests. @returns its output if it failed, else nothing */
async function runTests(
  project: string,
  file: string,
  environment: Record<string, string> = {},
): Promise<string[]> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  process.once('SIGTERM', abort).once('SIGINT', abort);
  const output: string[] = [];
  const { ok } = await runTool(
    ['vitest/vitest.mjs', 'run', `--project=${project}`, file],
    controller.signal,
    (text) => void output.push(text),
    { environment },
  );
  return ok ? [] : [output.join('')];
}
