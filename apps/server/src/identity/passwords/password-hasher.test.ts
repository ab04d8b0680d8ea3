import { describe, expect, it } from 'vitest';
import { verify } from '@node-rs/argon2';
import { HashingBusy, createPasswordHasher } from './password-hasher.ts';

const passwords = createPasswordHasher();

describe('passwords', () => {
  it('are stored as argon2id with 19 MiB and two passes', async () => {
    const stored = await passwords.hash('a long enough password');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(stored, 'a long enough password')).toBe(true);
    expect(await passwords.verify(stored, 'another password')).toBe(false);
    expect(passwords.isOutdated(stored)).toBe(false);
  });

  it('with weaker parameters are outdated', () => {
    const salt = 'KMsUjzCUws0697vr6/4frw$4r5qniHf1J+zeYo4zQ6JcwJEf+W5In7ZTCZIoc9eaZw';
    expect(passwords.isOutdated(`$argon2id$v=19$m=4096,t=3,p=1$${salt}`)).toBe(true);
    expect(passwords.isOutdated(`$argon2id$v=19$m=19456,t=1,p=1$${salt}`)).toBe(true);
    expect(passwords.isOutdated(`$argon2i$v=19$m=65536,t=3,p=1$${salt}`)).toBe(true);
  });

  it('never match without a hash, or beyond 256 bytes', async () => {
    expect(await passwords.verify(null, '')).toBe(false);
    expect(await passwords.verify(null, 'anything')).toBe(false);
    const long = 'ă'.repeat(129);
    const stored = await passwords.hash(long);
    expect(await passwords.verify(stored, long)).toBe(false);
    const maxPassword = 'ă'.repeat(128);
    expect(await passwords.verify(await passwords.hash(maxPassword), maxPassword)).toBe(true);
  });

  it('cost the same work for a known and an unknown account', async () => {
    const checked: string[] = [];
    const watched = createPasswordHasher(undefined, (stored, password) => {
      checked.push(String(stored));
      return verify(stored, password);
    });
    const stored = await watched.hash('somebody’s password');
    await watched.verify(stored, 'wrong');
    await watched.verify(null, 'wrong');
    expect(checked[0]).toBe(stored);
    // One verification each, of hashes that differ only in salt and digest.
    const costs = checked.map((hash) => hash.split('$').slice(0, 4));
    expect(costs).toEqual([costs[0], costs[0]]);
  });

  it('are hashed with bounded concurrency, and refused when too many wait', async () => {
    const narrow = createPasswordHasher({ atOnce: 2, waitingEach: 3, waiting: 9 });
    const results = await Promise.allSettled(
      Array.from({ length: 9 }, () => narrow.verify(null, 'x')),
    );
    const refused = results.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(4);
    for (const each of refused) expect(each.reason).toBeInstanceOf(HashingBusy);
    expect(await narrow.verify(null, 'x')).toBe(false);
  });
});
