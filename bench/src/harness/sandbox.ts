import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';

/** Starts a sandbox whose clock stands at 11 November 2026, 15:00 in Vietnam. */
export async function startSandbox(size: 'tiny' | 'small' | 'medium'): Promise<SandboxProcess> {
  const sandbox = await startSandboxProcess(['--size', size, '--clock', '2026-11-11T08:00:00Z']);
  await sandbox.clock({ frozen: true });
  return sandbox;
}
