import { randomBytes, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildBloomFilter, parseBloomFilter } from './bloom-filter.ts';
import { createPasswordRules } from '../passwords/password-rules.ts';
import { createBreachCheck } from './index.ts';
import { listEntries, bundledLists } from './sources.ts';

const much = readFileSync(join(import.meta.dirname, 'passwords.txt'), 'utf8')
  .trim()
  .split('\n');
const warnings: unknown[] = [];
const log = { warn: (line: unknown) => void warnings.push(line) };
const offline = createBreachCheck({ rangeApi: undefined, log });

describe('the filter of stolen passwords', () => {
  it('has every entry that it was made of, and next to nothing else', () => {
    const entries = Array.from({ length: 5000 }, () => randomBytes(12).toString('hex'));
    const filter = parseBloomFilter(buildBloomFilter(entries));
    expect(entries.every((entry) => filter.mayHave(entry))).toBe(true);
    const strangers = Array.from({ length: 20_000 }, () => randomBytes(12).toString('hex'));
    const wrong = strangers.filter((entry) => filter.mayHave(entry)).length;
    expect(wrong).toBeLessThan(20_000 / 150);
  });

  it('is shipped as its source says (make it anew with build.ts)', () => {
    const shipped = readFileSync(join(import.meta.dirname, 'stolen.filter'));
    expect(shipped.equals(buildBloomFilter(listEntries(bundledLists)))).toBe(true);
  });

  it('is refused when it is damaged', () => {
    expect(() => parseBloomFilter(Buffer.alloc(3))).toThrow('damaged');
  });
});

describe('a password that everybody knows', () => {
  it.each([
    'correct horse battery staple',
    'CorrectHorseBatteryStaple1!',
    'Anh yêu em nhiều lắm',
    'anhyeuemnhieulam1990',
    'May the force be with you!',
    'Không có gì quý hơn độc lập tự do',
  ])('is found however it is written: %s', async (password) => {
    expect(await offline(password)).toBe(true);
  });

  it('is each of the three thousand most used ones, repeated until it is long enough', async () => {
    const rules = createPasswordRules(offline);
    const nobody = { name: null, email: null };
    const accepted: string[] = [];
    for (const each of much.slice(0, 3000)) {
      expect(await rules.judge(each, nobody)).not.toBeNull();
      const long = each.repeat(Math.ceil(15 / each.length));
      if ((await rules.judge(long, nobody)) === null) accepted.push(long);
    }
    expect(accepted).toEqual([]);
  });

  it('is each of the list that is long enough, capitalised, and with a year after it', async () => {
    const long = much.filter((each) => each.length >= 10);
    expect(long.length).toBeGreaterThan(500);
    for (const each of long) {
      expect(await offline(each)).toBe(true);
      expect(await offline(each.toUpperCase())).toBe(true);
      const bare = each.replace(/[^a-z]/gi, '');
      if (bare.length >= 10 && bare === each) expect(await offline(`${each}1990`)).toBe(true);
    }
  });

  it('is hardly ever a sentence that nobody has used', async () => {
    const syllables = 'bốn con mèo trên mái nhà xem sao đêm nay cùng gió lạnh'.split(' ');
    let refused = 0;
    for (let each = 0; each < 2000; each += 1) {
      const sentence = [1, 3, 5, 7, 11].map((step) => syllables[(each * step) % syllables.length]);
      if (await offline(`${sentence.join(' ')} ${each * 7919}`)) refused += 1;
    }
    expect(refused).toBeLessThan(2000 / 50);
  });

  it.each(['bốn con mèo trên mái', 'năm con vịt dưới ao', 'demo-Seller-2026'])(
    'is not this one: %s',
    async (password) => {
      expect(await offline(password)).toBe(false);
    },
  );
});

describe('the range query, where it is switched on', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    warnings.length = 0;
  });
  const stolen = 'stolen and sold in 2019';
  const digest = createHash('sha1').update(stolen).digest('hex').toUpperCase();

  async function service(answer: (path: string) => string | number | null): Promise<string> {
    const server = createServer((request, response) => {
      const said = answer(request.url ?? '');
      if (said === null) return;
      response.statusCode = typeof said === 'number' ? said : 200;
      response.end(typeof said === 'number' ? '' : said);
    });
    servers.push(server);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/range/`;
  }

  it('sends five digits of the hash and finds the rest', async () => {
    const requestedPaths: string[] = [];
    const rangeApi = await service((path) => {
      requestedPaths.push(path);
      return `0000:3\r\n${digest.slice(5)}:17\r\n`;
    });
    const check = createBreachCheck({ rangeApi, log });
    expect(await check(stolen)).toBe(true);
    expect(requestedPaths).toEqual([`/range/${digest.slice(0, 5)}`]);
    expect(await check('never seen anywhere at all')).toBe(false);
  });

  it('takes padding for nothing', async () => {
    const rangeApi = await service(() => `${digest.slice(5)}:0`);
    expect(await createBreachCheck({ rangeApi, log })(stolen)).toBe(false);
  });

  it.each([
    ['fails', 500],
    ['says nothing', null],
  ])('keeps nobody from a password when the service %s, and says so', async (_what, said) => {
    const rangeApi = await service(() => said);
    expect(await createBreachCheck({ rangeApi, log })(stolen)).toBe(false);
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain(digest);
  });
});
