import { expect, it, onTestFinished, vi } from 'vitest';
import { shutdownSignal } from './shutdown.ts';

it('passes the number of the launcher’s pipe on to no other program', () => {
  const listeners = vi.spyOn(process, 'on').mockReturnThis();
  onTestFinished(() => {
    listeners.mockRestore();
    vi.unstubAllEnvs();
  });
  vi.stubEnv('LAUNCHER_STREAM', '0');
  const signal = shutdownSignal();
  expect(signal.aborted).toBe(false);
  expect(process.env['LAUNCHER_STREAM']).toBeUndefined();
});
