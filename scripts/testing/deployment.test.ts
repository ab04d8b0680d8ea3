import { afterEach, expect, it, vi } from 'vitest';
import { createDeploymentStep } from './deployment.ts';

afterEach(() => vi.unstubAllEnvs());

it('names a missing program, and counts its tests as skipped', async () => {
  vi.stubEnv('PATH', '/nowhere');
  const output: string[] = [];
  const install = () => {
    throw new Error('this is no Debian');
  };
  const step = createDeploymentStep(install);
  const counts = await step.run(new AbortController().signal, (text) => output.push(text));
  expect(counts).toMatchObject({ passed: 0, failed: 0 });
  expect(counts.skipped).toBe(output.length);
  expect(output.join('')).toContain(
    'Skipped alert rules, as promtool is not installed (Debian: prometheus; this is no Debian).',
  );
});
