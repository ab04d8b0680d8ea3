import { runTool } from '../../../scripts/testing/run-tool.ts';

const test = 'apps/server/src/reporting/outputs-agree.http.test.ts';

/**
 * Runs the test that all outputs of the product agree, with `scopes` random combinations of days and shops.
 * @returns the failures: the scope, the output and what it returned
 */
export async function soakEqualReports(scopes: number): Promise<string[]> {
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
