import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildBloomFilter, parseBloomFilter } from './bloom-filter.ts';
import { createPasswordRules } from '../passwords/password-rules.ts';
import { createBreachCheck } from './index.ts';
import { listEntries, bundledLists } from './sources.ts';

/** Most used first. */
const commonPasswords = readFileSync(join(import.meta.dirname, 'passwords.txt'), 'utf8')
  .trim()
  .split('\n');
const warnings: unknown[] = [];
const log = { warn: (line: unknown) => void warnings.push(line) };
const offline = createBreachCheck({ rangeApi: undefined, log });

describe('the filter of breached passwords', () => {
  it('contains every entry, with less than one false positive in 150', () => {
    const entries = Array.from({ length: 5000 }, (_, index) => `entry ${index}`);
    const filter = parseBloomFilter(buildBloomFilter(entries));
    expect(entries.every((entry) => filter.mayHave(entry))).toBe(true);
    const others = Array.from({ length: 20_000 }, (_, index) => `other ${index}`);
    const falsePositives = others.filter((entry) => filter.mayHave(entry)).length;
    expect(falsePositives).toBeLessThan(20_000 / 150);
  });

  it('is shipped as its source lists (rebuild it with build.ts)', () => {
    const shipped = readFileSync(join(import.meta.dirname, 'stolen.filter'));
    expect(shipped.equals(buildBloomFilter(listEntries(bundledLists)))).toBe(true);
  });

  it('is rejected when it is damaged', () => {
    expect(() => parseBloomFilter(Buffer.alloc(3))).toThrow('damaged');
  });
});

describe('the offline check', () => {
  it.each([
    'correct horse battery staple',
    'CorrectHorseBatteryStaple1!',
    'Anh yêu em nhiều lắm',
    'anhyeuemnhieulam1990',
    'May the force be with you!',
    'Không có gì quý hơn độc lập tự do',
  ])('finds a common password in any spelling: %s', async (password) => {
    expect(await offline(password)).toBe(true);
  });

  it('finds the 3,000 most common passwords, repeated to the minimum length', async () => {
    const rules = createPasswordRules(offline);
    const noIdentity = { name: null, email: null };
    const accepted: string[] = [];
    for (const password of commonPasswords.slice(0, 3000)) {
      expect(await rules.judge(password, noIdentity)).not.toBeNull();
      const repeated = password.repeat(Math.ceil(15 / password.length));
      if ((await rules.judge(repeated, noIdentity)) === null) accepted.push(repeated);
    }
    expect(accepted).toEqual([]);
  });

  it('finds every long common password, in capitals and with a year appended', async () => {
    const longPasswords = commonPasswords.filter((password) => password.length >= 10);
    expect(longPasswords.length).toBeGreaterThan(500);
    for (const password of longPasswords) {
      expect(await offline(password)).toBe(true);
      expect(await offline(password.toUpperCase())).toBe(true);
      const isAlphabetic = /^[a-z]+$/i.test(password);
      if (isAlphabetic) expect(await offline(`${password}1990`)).toBe(true);
    }
  });

  it('rejects less than one in fifty unused sentences', async () => {
    const syllables = 'bốn con mèo trên mái nhà xem sao đêm nay cùng gió lạnh'.split(' ');
    let rejected = 0;
    for (let seed = 0; seed < 2000; seed += 1) {
      const sentence = [1, 3, 5, 7, 11].map((step) => syllables[(seed * step) % syllables.length]);
      if (await offline(`${sentence.join(' ')} ${seed * 7919}`)) rejected += 1;
    }
    expect(rejected).toBeLessThan(2000 / 50);
  });

  it.each(['bốn con mèo trên mái', 'năm con vịt dưới ao', 'demo-Seller-2026'])(
    'accepts %s',
    async (password) => {
      expect(await offline(password)).toBe(false);
    },
  );
});

describe('the range query', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    warnings.length = 0;
  });
  const breachedPassword = 'stolen and sold in 2019';
  const digest = createHash('sha1').update(breachedPassword).digest('hex').toUpperCase();

  /**
   * Starts a service and returns its URL.
   * @param respond returns a body for status 200, a status without a body, or null for no response
   */
  async function startService(respond: (path: string) => string | number | null): Promise<string> {
    const server = createServer((request, response) => {
      const result = respond(request.url ?? '');
      if (result === null) return;
      response.statusCode = typeof result === 'number' ? result : 200;
      response.end(typeof result === 'number' ? '' : result);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/range/`;
  }

  it('sends five digits of the hash and finds the rest', async () => {
    const requestedPaths: string[] = [];
    const rangeApi = await startService((path) => {
      requestedPaths.push(path);
      return `0000:3\r\n${digest.slice(5)}:17\r\n`;
    });
    const check = createBreachCheck({ rangeApi, log });
    expect(await check(breachedPassword)).toBe(true);
    expect(requestedPaths).toEqual([`/range/${digest.slice(0, 5)}`]);
    expect(await check('never seen anywhere at all')).toBe(false);
  });

  it('ignores padding', async () => {
    const rangeApi = await startService(() => `${digest.slice(5)}:0`);
    expect(await createBreachCheck({ rangeApi, log })(breachedPassword)).toBe(false);
  });

  it.each([
    ['fails', 500],
    ['does not respond', null],
  ])('accepts the password with a warning when the service %s', async (_what, result) => {
    const rangeApi = await startService(() => result);
    expect(await createBreachCheck({ rangeApi, log })(breachedPassword)).toBe(false);
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain(digest);
  });
});
