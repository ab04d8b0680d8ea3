import { describe, expect, it } from 'vitest';
import { createPasswords, HashingBusy } from './passwords.ts';

const passwords = createPasswords();

describe('passwords', () => {
  it('are kept as argon2id with 19 MiB and two passes', async () => {
    const stored = await passwords.hash('a long enough password');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(stored, 'a long enough password')).toBe(true);
    expect(await passwords.verify(stored, 'another password')).toBe(false);
    expect(passwords.isOutdated(stored)).toBe(false);
  });

  it('with weaker parameters are known as outdated', () => {
    const salt = 'KMsUjzCUws0697vr6/4frw$4r5qniHf1J+zeYo4zQ6JcwJEf+W5In7ZTCZIoc9eaZw';
    expect(passwords.isOutdated(`$argon2id$v=19$m=4096,t=3,p=1$${salt}`)).toBe(true);
    expect(passwords.isOutdated(`$argon2id$v=19$m=19456,t=1,p=1$${salt}`)).toBe(true);
    expect(passwords.isOutdated(`$argon2i$v=19$m=65536,t=3,p=1$${salt}`)).toBe(true);
  });

  it('never fit where there is none, or beyond 256 bytes', async () => {
    expect(await passwords.verify(null, '')).toBe(false);
    expect(await passwords.verify(null, 'anything')).toBe(false);
    const long = 'ă'.repeat(129);
    const stored = await passwords.hash(long);
    expect(await passwords.verify(stored, long)).toBe(false);
    const most = 'ă'.repeat(128);
    expect(await passwords.verify(await passwords.hash(most), most)).toBe(true);
  });

  it('take the same work for somebody and for nobody', async () => {
    const stored = await passwords.hash('somebody’s password');
    const time = async (known: string | null) => {
      const spent: number[] = [];
      for (let each = 0; each < 9; each += 1) {
        const begun = performance.now();
        await passwords.verify(known, 'wrong');
        spent.push(performance.now() - begun);
      }
      return spent.toSorted((a, b) => a - b)[4] ?? 0;
    };
    await time(null);
    const [somebody, nobody] = [await time(stored), await time(null)];
    // A missing hash would be answered in microseconds; other work on the machine moves both.
    expect(nobody).toBeGreaterThan(somebody / 3);
    expect(nobody).toBeLessThan(somebody * 3);
  });

  it('are hashed a few at once, and refused when too many wait', async () => {
    const narrow = createPasswords({ atOnce: 2, waiting: 3 });
    const results = await Promise.allSettled(
      Array.from({ length: 9 }, () => narrow.verify(null, 'x')),
    );
    const refused = results.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(4);
    for (const each of refused) expect(each.reason).toBeInstanceOf(HashingBusy);
    expect(await narrow.verify(null, 'x')).toBe(false);
  });
});
