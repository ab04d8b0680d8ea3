import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareVersions, type Version } from './version.ts';

const version: fc.Arbitrary<Version> = fc.record({
  versionAt: fc.constantFrom(new Date(1000), new Date(2000)),
  mappingVersion: fc.constantFrom(1, 2),
  observedAt: fc.constantFrom(new Date(5000), new Date(6000), new Date(7000)),
  contentHash: fc.constantFrom('a', 'b', 'c'),
});

/** Returns the stored state after the states arrived one by one. */
function applyVersions(arriving: readonly Version[]): Version | undefined {
  let stored: Version | undefined;
  for (const each of arriving) {
    const verdict = stored ? compareVersions(each, stored) : 'replace';
    if (verdict === 'replace') stored = each;
    else if (verdict === 'seen' && stored) stored = { ...stored, observedAt: each.observedAt };
  }
  return stored;
}

it('ends in the same state in any order of arrival and with any repetition', () => {
  fc.assert(
    fc.property(
      fc
        .array(version, { minLength: 1, maxLength: 8 })
        .chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }),
          ),
        ),
      ([all, shuffled]) => {
        expect(applyVersions(shuffled)).toEqual(applyVersions(all));
      },
    ),
    { numRuns: 500 },
  );
});

it('prefers the state fetched later among equal change times', () => {
  const first = {
    versionAt: new Date(1),
    mappingVersion: 1,
    observedAt: new Date(10),
    contentHash: 'z',
  };
  const later = { ...first, observedAt: new Date(11), contentHash: 'a' };
  expect(compareVersions(later, first)).toBe('replace');
  expect(compareVersions(first, later)).toBe('stale');
});
