import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Platform } from '../canonical/canonical.ts';
import type { Sandbox } from './sandbox.ts';

const Faults = Type.Object({ faults: Type.Array(Type.Object({ hits: Type.Integer() })) });

/** Replaces the faults that the sandbox injects for a platform. */
export async function injectFault(
  sandbox: Sandbox,
  platform: Platform,
  ...faults: object[]
): Promise<void> {
  await sandbox.control('PUT', '/_sandbox/faults', {
    faults: faults.map((fault) => ({ platform, ...fault })),
  });
}

/** Returns how often the current faults have been injected. */
export async function faultHits(sandbox: Sandbox): Promise<number> {
  const { faults } = Value.Parse(Faults, await sandbox.control('GET', '/_sandbox/faults'));
  return faults.reduce((sum, { hits }) => sum + hits, 0);
}
