import { afterEach, expect, it, vi } from 'vitest';
import { deploymentTests } from './deployment.ts';

afterEach(() => vi.unstubAllEnvs());

it('says which program is missing, and counts its tests as skipped', async () => {
  vi.stubEnv('PATH', '/nowhere');
  const output: string[] = [];
  const counts = await deploymentTests.run(new AbortController().signal, (text) =>
    output.push(text),
  );
  expect(counts).toMatchObject({ passed: 0, failed: 0 });
  expect(counts.skipped).toBe(output.length);
  expect(output.join('')).toContain(
    'Skipped alert rules, as promtool is not installed (Debian: prometheus).',
  );
});
