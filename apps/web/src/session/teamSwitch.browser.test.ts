import { describe, expect, it } from 'vitest';
import { withTeamSwitchLock, waitForTeamSwitch } from './teamSwitch.ts';

const lock = 'seller-connect.team-change';

describe('a team switch', () => {
  it('is awaited by refused requests of another tab', async () => {
    const change = Promise.withResolvers<void>();
    // Simulates the lock of another tab.
    const there = navigator.locks.request(lock, () => change.promise);
    const steps: string[] = [];
    const switched = waitForTeamSwitch().then(() => steps.push('settled'));
    await navigator.locks.query();
    steps.push('changed');
    change.resolve();
    await Promise.all([there, switched]);
    expect(steps).toEqual(['changed', 'settled']);
  });

  it('does not wait for itself, and passes on its result and its error', async () => {
    expect(await withTeamSwitchLock(() => waitForTeamSwitch().then(() => 'done'))).toBe('done');
    await expect(withTeamSwitchLock(() => Promise.reject(new Error('410')))).rejects.toThrow('410');
    await waitForTeamSwitch();
  });

  it('runs in one tab at a time', async () => {
    const first = Promise.withResolvers<void>();
    const steps: string[] = [];
    const one = withTeamSwitchLock(async () => {
      await first.promise;
      steps.push('first');
    });
    const other = withTeamSwitchLock(async () => void steps.push('second'));
    first.resolve();
    await Promise.all([one, other]);
    expect(steps).toEqual(['first', 'second']);
  });
});
