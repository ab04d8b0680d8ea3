import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { BackupStorage } from './backup-storage.ts';
import { openBucket } from './bucket.ts';
import { openFolder } from './folder.ts';
import { startBucketServer } from '../testing/bucket-server.ts';
import { startRelay } from '../testing/relay.ts';

let answer: (url: URL) => { status: number; body: string };

const bucketAt = (prefix: string, secretAccessKey = server.location.secretAccessKey) =>
  openBucket({ ...server.location, prefix, secretAccessKey });
function scripted(prefix: string): BackupStorage {
  const address = scriptedServer.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const location = { ...server.location, endpoint: `http://127.0.0.1:${port}`, prefix };
  return openBucket(location, { firstMs: 1, maxMs: 2 });
}

const folder = await mkdtemp(join(tmpdir(), 'bucket-'));
const server = await startBucketServer(join(folder, 'server'));
/** A server that answers as `answer` says, for what the other one never does. */
const scriptedServer = createServer((request, response) => {
  const { status, body } = answer(new URL(request.url ?? '', server.location.endpoint));
  request.resume();
  response.writeHead(status).end(body);
});
await new Promise<void>((resolve) => scriptedServer.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  await server.stop();
  scriptedServer.close();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ['a bucket', () => bucketAt('')],
  ['a bucket with a prefix', () => bucketAt('shop/production/')],
  ['a folder', () => openFolder(join(folder, 'store'))],
])('%s stores, lists, returns and deletes objects', async (_, open) => {
  const storage = open();
  const bytes = Buffer.from([0, 255, 10, 13]);
  await storage.write('2026/a.b_c/00000', bytes);
  await storage.write('2026/a.b_c/00000', bytes);
  await storage.write('2026/manifest.json', Buffer.alloc(100_000, 'x'));
  await storage.write('2027/manifest.json', bytes);
  expect(await storage.read('2026/a.b_c/00000')).toEqual(bytes);
  expect(await storage.list('2026/')).toEqual(['2026/a.b_c/00000', '2026/manifest.json']);
  expect(await storage.list('')).toHaveLength(3);
  await storage.delete('2026/manifest.json');
  await storage.delete('2026/manifest.json');
  await expect(storage.read('2026/manifest.json')).rejects.toThrow(/manifest.json is missing in/);
  for (const object of await storage.list('')) await storage.delete(object);
  expect(await storage.list('')).toEqual([]);
});

it('stores an object completely or not at all, and retries a broken connection', async () => {
  const relay = await startRelay(server.location.endpoint);
  onTestFinished(() => relay.close());
  const storage = openBucket(
    { ...server.location, endpoint: relay.url, prefix: 'cut/' },
    { firstMs: 10, maxMs: 50 },
  );
  const bytes = randomBytes(4 << 20);
  relay.cutAfter(1 << 20);
  await storage.write('large', bytes);
  expect(relay.cuts()).toBe(1);
  expect((await storage.read('large')).equals(bytes)).toBe(true);
});

it('stores, reads and lists names that a URL and a signature have to escape', async () => {
  const storage = bucketAt('names/');
  const listed = ['a b', 'a+b', 'dấu', 'a%20b'];
  // This server escapes these twice in a listing.
  const names = [...listed, "a'(b)*!", 'a&b=c'];
  for (const name of names) await storage.write(name, Buffer.from(name));
  expect(await storage.list('')).toEqual(expect.arrayContaining(listed));
  for (const name of names) expect(String(await storage.read(name))).toBe(name);
});

it('reads a listing of several pages to its end', async () => {
  const pages: Record<string, string> = {
    '': '<IsTruncated>true</IsTruncated><Contents><Key>p/b/1</Key></Contents><Contents><Key>p/b/&amp;</Key></Contents>',
    'p/b/&': '<Contents><Key>p/c</Key></Contents><IsTruncated>false</IsTruncated>',
  };
  answer = (url) => ({
    status: 200,
    body: `<ListBucketResult>${pages[url.searchParams.get('start-after') ?? '']}</ListBucketResult>`,
  });
  expect(await scripted('p/').list('')).toEqual(['b/1', 'b/&', 'c']);
});

it('reports a wrong secret and a missing bucket in a sentence', async () => {
  await expect(bucketAt('', 'wrong').write('a', Buffer.from('x'))).rejects.toThrow(
    'The storage s3://backups does not let us write a: SignatureDoesNotMatch.',
  );
  const missing = openBucket({ ...server.location, bucket: 'nowhere', prefix: '' });
  await expect(missing.list('')).rejects.toThrow(/list what is there: NoSuchBucket/);
});

it('retries a storage that fails briefly, and reports one that stays down', async () => {
  let calls = 0;
  answer = () => ((calls += 1) <= 2 ? { status: 503, body: '' } : { status: 200, body: 'content' });
  expect(String(await scripted('').read('a'))).toBe('content');
  [answer, calls] = [() => ({ status: 503, body: String((calls += 1)) }), 0];
  await expect(scripted('').read('a')).rejects.toThrow(
    /cannot be used: it answered with status 503/,
  );
  expect(calls).toBe(5);
});
