import { describe, expect, it } from 'vitest';
import {
  canOpen,
  computeSetup,
  setupSteps,
  nextSetupPath,
  withProfile,
  type SetupFacts,
} from './setup.ts';

const facts = (profile: boolean, linked: boolean, synced: boolean): SetupFacts => ({
  user: { profileCompletedAt: profile ? '2026-11-01T00:00:00.000Z' : null },
  shops: linked ? [{ status: 'connected' }] : [],
  synced: { synced, shops: linked ? ['Hoa Mai'] : [] },
});

describe('computeSetup', () => {
  it.each([
    [false, false, false, 'profile'],
    [true, false, false, 'connect'],
    [true, true, false, 'sync'],
    [true, true, true, 'done'],
    // A user who linked a shop first returns to the profile.
    [false, true, false, 'profile'],
    [false, true, true, 'profile'],
    // No shop to sync does not count as synced.
    [true, false, true, 'connect'],
  ] as const)(
    'profile %s, shop %s, synced %s: next step is %s',
    (profile, linked, synced, next) => {
      const setup = computeSetup(facts(profile, linked, synced));
      expect(setup.next).toBe(next);
      expect(setup.finished).toBe(next === 'done');
    },
  );

  it('ignores disconnected shops', () => {
    const setup = computeSetup({ ...facts(true, true, true), shops: [{ status: 'disconnected' }] });
    expect(setup.next).toBe('connect');
  });

  it('canOpen allows the steps that have something to show', () => {
    const open = (...given: Parameters<typeof facts>) =>
      setupSteps.filter((step) => canOpen(step, computeSetup(facts(...given))));
    expect(open(false, false, false)).toEqual(['profile', 'connect']);
    expect(open(false, true, false)).toEqual(['profile', 'connect', 'sync']);
    expect(open(true, true, true)).toEqual([...setupSteps]);
  });

  it('continues at the next step after the profile is saved', () => {
    const after = (linked: boolean, synced: boolean, referred = false) =>
      nextSetupPath(withProfile(computeSetup(facts(false, linked, synced))), referred);
    expect(after(false, false)).toBe('/connect');
    expect(after(true, false)).toBe('/connect/verified');
    expect(after(true, true)).toBe('/');
    expect(after(true, true, true)).toBe('/connect/done');
  });
});
