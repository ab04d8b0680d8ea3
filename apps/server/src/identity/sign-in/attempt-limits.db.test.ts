import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { createAttemptLimits } from './attempt-limits.ts';

const { database } = await openTestDatabase({ role: 'seller_connect_identity', poolSize: 8 });
const limits = createAttemptLimits(database);

const start = Date.UTC(2026, 10, 11);
const after = (seconds: number) => new Date(start + seconds * 1000);

/** Attempts once a second from `from` until `until`; returns the seconds at which attempts were admitted. */
async function guess(name: string, address: string, from: number, until: number) {
  const admitted: number[] = [];
  for (let second = from; second < until; second += 1) {
    if ((await limits.admit(name, address, after(second))) === null) admitted.push(second);
  }
  return admitted;
}

describe('attempt limits', () => {
  it('admit five attempts per name and IP address, then wait 1, 2, 4, 8, 15, 15 minutes', async () => {
    const admitted: number[] = [];
    // Every 10 seconds for an hour and a half.
    for (let second = 0; second < 5400; second += 10) {
      if ((await limits.admit('anna', '203.0.113.1', after(second))) === null)
        admitted.push(second);
    }
    expect(admitted).toEqual([0, 10, 20, 30, 40, 100, 220, 460, 940, 1840, 2740, 3640, 4540]);
  });

  it('return the time to wait, and do not extend it for an early attempt', async () => {
    await guess('bert', '203.0.113.2', 0, 5);
    expect(await limits.admit('bert', '203.0.113.2', after(5))).toEqual({ retryAfterSeconds: 59 });
    expect(await limits.admit('bert', '203.0.113.2', after(60))).toEqual({ retryAfterSeconds: 4 });
    expect(await limits.admit('bert', '203.0.113.2', after(64))).toBeNull();
  });

  it('do not lock the owner out elsewhere', async () => {
    await guess('carl', '203.0.113.3', 0, 30);
    expect(await limits.admit('carl', '203.0.113.4', after(31))).toBeNull();
  });

  it('admit sixty attempts a minute per IP address, for any names', async () => {
    let admitted = 0;
    for (let each = 0; each < 200; each += 1) {
      if ((await limits.admit(`name ${each}`, '203.0.113.5', after(each / 10))) === null)
        admitted += 1;
    }
    expect(admitted).toBe(60);
    expect(await limits.admit('another', '203.0.113.5', after(60))).toBeNull();
  });

  it('count concurrent attempts', async () => {
    const results = await Promise.all(
      Array.from({ length: 40 }, () => limits.admit('dora', '203.0.113.6', after(0))),
    );
    expect(results.filter((each) => each === null)).toHaveLength(5);
  });

  it('reset after a success, which does not count against the IP address', async () => {
    await guess('emma', '203.0.113.7', 0, 4);
    await limits.succeeded('emma', '203.0.113.7', '', after(4));
    expect(await guess('emma', '203.0.113.7', 5, 10)).toHaveLength(5);
    for (let each = 0; each < 100; each += 1) {
      expect(await limits.admit(`office ${each}`, '203.0.113.8', after(0))).toBeNull();
      await limits.succeeded(`office ${each}`, '203.0.113.8', '', after(0));
    }
  });

  it('check a hundred passwords per name within thirty days, from anywhere', async () => {
    const daySeconds = 86_400;
    let lookedAt = 0;
    for (let each = 0; each < 300; each += 1) {
      const refused = await limits.admitGuess('gina', '', after((each * daySeconds) / 12));
      if (refused === null) lookedAt += 1;
    }
    expect(lookedAt).toBe(100);
    expect(await limits.admitGuess('gina', '', after(29 * daySeconds))).toEqual({
      retryAfterSeconds: daySeconds,
    });
    expect(await limits.admitGuess('hugo', '', after(29 * daySeconds))).toBeNull();
    expect(await limits.admitGuess('gina', '', after(30 * daySeconds))).toBeNull();
  });

  it('give each known browser a hundred of its own, and do not count successes', async () => {
    const names = { username: 'Ines', email: 'Ines@shop.test' };
    for (let each = 0; each < 100; each += 1) await limits.admitGuess('ines', '', after(0));
    expect(await limits.admitGuess('ines', '', after(1))).not.toBeNull();
    for (let each = 0; each < 150; each += 1) {
      expect(await limits.admitGuess('ines', 'known', after(each))).toBeNull();
      await limits.succeeded('ines', '203.0.113.10', 'known', after(each));
    }
    for (let each = 0; each < 100; each += 1) await limits.admitGuess('ines', 'known', after(200));
    expect(await limits.admitGuess('ines', 'known', after(201))).not.toBeNull();
    await limits.clearGuesses(names);
    expect(await limits.admitGuess('ines', '', after(202))).toBeNull();
  });

  it('leave a valid link in the mailbox, however many outsiders request emails', async () => {
    const minuteSeconds = 60;
    let last = -Infinity;
    for (let second = 0; second < 3 * 3600; second += 20) {
      const address = `198.51.${second % 251}.${second % 241}`;
      const { send } = await limits.admitEmailRequest(
        'reset',
        'owner@shop.test',
        address,
        after(second),
      );
      if (send) last = second;
      // A reset link works for 30 minutes, so the last one is valid for at least 20 more.
      expect(second - last).toBeLessThan(10 * minuteSeconds);
    }
    const other = await limits.admitEmailRequest(
      'change',
      'owner@shop.test',
      '192.0.2.1',
      after(3 * 3600),
    );
    expect(other).toEqual({ refused: null, send: true });
  });

  it('send five emails to unlock a browser, then one every ten minutes', async () => {
    const sent: number[] = [];
    for (let minutes = 0; minutes < 40; minutes += 1) {
      if (await limits.admitUnlockEmail('jana', after(minutes * 60))) sent.push(minutes);
    }
    expect(sent).toEqual([0, 1, 2, 3, 4, 14, 24, 34]);
  });

  it('check ten wrong current passwords of an account an hour, from anywhere', async () => {
    let lookedAt = 0;
    for (let each = 0; each < 30; each += 1) {
      if ((await limits.admitOwnPassword('karl', after(each))) === null) lookedAt += 1;
    }
    expect(lookedAt).toBe(10);
    await limits.ownPasswordSucceeded('karl');
    expect(await limits.admitOwnPassword('karl', after(31))).toBeNull();
  });

  it('delete old rows', async () => {
    await limits.admit('frank', '203.0.113.9', after(0));
    expect(await limits.removeOld(after(90 * 86_400))).toBeGreaterThan(0);
    expect(await limits.removeOld(after(90 * 86_400))).toBe(0);
  });
});
