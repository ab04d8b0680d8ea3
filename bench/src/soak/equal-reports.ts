import { runTool } from '../../../scripts/testing/run-tool.ts';

const test = 'apps/server/src/reporting/outputs-agree.http.test.ts';

/**
 * The test of equal figures with that many random scopes of days and shops, each asked over every way out of the product.
 * @returns what is wrong: the scope, the way and what it gave
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
