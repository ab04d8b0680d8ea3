/**
 * Runs the soak tests: scenarios whose failures show only after many rounds.
 *
 * Usage:
 *
 *     npm run soak [-- faults [<rounds>] | kills [<times>] | refreshes [<times>] | renewals [<rounds>]
 *                     | tokens [<rounds>] | same-figures [<scopes>]]
 *
 * Without a name it runs all of them with their default number of rounds.
 */
import { soakFaults } from './src/soak/faults.ts';
import { soakKills } from './src/soak/kills.ts';
import { soakRefreshes } from './src/soak/refreshes.ts';
import { soakRenewals } from './src/soak/renewals.ts';
import { soakTokens } from './src/soak/tokens.ts';
import { runTool } from '../scripts/testing/run-tool.ts';

const soakTests = {
  faults: {
    defaultRounds: 5,
    run: soakFaults,
    promise:
      'rounds of faults: every figure equals the ledger, every token that could be kept is there',
  },
  kills: {
    defaultRounds: 200,
    run: soakKills,
    promise: 'kills: every figure equals the ledger',
  },
  refreshes: {
    defaultRounds: 10_000,
    run: soakRefreshes,
    promise: 'refreshes of marketplace tokens: none lost, one at a time',
  },
  renewals: {
    defaultRounds: 50,
    run: soakRenewals,
    promise: 'renewals of three tabs: one exchange each, nobody signed out',
  },
  tokens: {
    defaultRounds: 100,
    run: soakTokens,
    promise: 'times a code and a refresh token used by eight at once: one winner each',
  },
  'same-figures': {
    defaultRounds: 200,
    run: soakEqualReports,
    promise: 'random scopes with the same figures over every way out',
  },
};

const [name, given] = process.argv.slice(2);
const times = given === undefined ? null : Number(given);
const wanted = Object.entries(soakTests).filter(([each]) => name === undefined || each === name);
if (wanted.length === 0 || (times !== null && (!Number.isInteger(times) || times < 1))) {
  const names = Object.keys(soakTests).join(' or ');
  process.stderr.write(`Name ${names}, and how often: a whole number from 1 on.\n`);
  process.exit(1);
}
for (const [each, { defaultRounds, run, promise }] of wanted) {
  const rounds = times ?? defaultRounds;
  const failures = await run(rounds);
  for (const failure of failures) process.stderr.write(`${each}: ${failure}\n`);
  process.stdout.write(
    failures.length === 0 ? `${rounds} ${promise}\n` : `The soak of ${each} failed\n`,
  );
  if (failures.length > 0) process.exitCode = 1;
}

/**
 * Runs the test that all outputs of the product agree, with `scopes` random combinations of days and shops.
 * @returns the failures: the scope, the output and what it returned
 */
async function soakEqualReports(scopes: number): Promise<string[]> {
  const test = 'apps/server/src/reporting/outputs-agree.http.test.ts';
  const ending = new AbortController();
  const end = () => ending.abort();
  process.once('SIGTERM', end).once('SIGINT', end);
  const args = ['vitest/vitest.mjs', 'run', '--project=db', test] as const;
  const parts: string[] = [];
  const { ok } = await runTool([...args], ending.signal, (text) => void parts.push(text), {
    SCOPES: String(scopes),
  });
  return ok ? [] : [parts.join('')];
}
