import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Sandbox } from './sandbox.ts';

const Faults = Type.Object({ faults: Type.Array(Type.Object({ hits: Type.Integer() })) });

/** Sets the faults that a platform of the sandbox shows from now on, instead of those before. */
export async function injectFault(
  sandbox: Sandbox,
  platform: 'LAZADA' | 'SHOPEE' | 'TIKI' | 'TIKTOK' | 'FACEBOOK',
  ...faults: object[]
): Promise<void> {
  await sandbox.control('PUT', '/_sandbox/faults', {
    faults: faults.map((fault) => ({ platform, ...fault })),
  });
}

/** How often the faults that are set have struck. */
export async function faultHits(sandbox: Sandbox): Promise<number> {
  const { faults } = Value.Parse(Faults, await sandbox.control('GET', '/_sandbox/faults'));
  return faults.reduce((sum, { hits }) => sum + hits, 0);
}
