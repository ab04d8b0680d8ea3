import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHostileProvider, issuer } from '../../test/hostileProvider.ts';
import type { HostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';
import { toBase64Url, fromBase64Url, hash } from '../crypto/base64url.ts';
import type { LoginConfig } from '../index.ts';
import { withDpop } from './index.ts';

interface Proof {
  readonly path: string;
  readonly header: { typ: string; alg: string; jwk: JsonWebKey };
  readonly claims: Record<string, unknown>;
  readonly valid: boolean;
}

let provider: HostileProvider;
let page: ReturnType<typeof createPage>;
let proofs: Proof[] = [];
let unsigned: string[] = [];
/** The nonce that the provider requires, and the offset of its clock in milliseconds. */
let nonce: string | null = null;
let clock = 0;

beforeEach(async () => {
  await clearBrowser();
  provider = await createHostileProvider();
  provider.setForgery({ body: (body) => ({ ...body, token_type: 'DPoP' }) });
  page = createPage(provider);
  proofs = [];
  unsigned = [];
  nonce = null;
  clock = 0;
});
afterEach(() => {
  page.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function readProof(path: string, proof: string): Promise<Proof> {
  const [head = '', body = '', signature = ''] = proof.split('.');
  const header = JSON.parse(fromBase64Url(head));
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('jwk', header.jwk, algorithm, true, ['verify']);
  const text = atob(signature.replaceAll('-', '+').replaceAll('_', '/'));
  const valid = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    Uint8Array.from(text, (char) => char.charCodeAt(0)),
    new TextEncoder().encode(`${head}.${body}`),
  );
  return { path, header, claims: JSON.parse(fromBase64Url(body)), valid };
}

async function checkingFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const path = new URL(url).pathname;
  const sent = new Headers(init.headers).get('dpop');
  if (sent === null) {
    unsigned.push(path);
    return provider.fetch(url, init);
  }
  const proof = await readProof(path, sent);
  proofs.push(proof);
  if (nonce !== null && proof.claims['nonce'] !== nonce) {
    return Response.json(
      { error: 'use_dpop_nonce' },
      { status: 400, headers: { 'dpop-nonce': nonce } },
    );
  }
  const age = Date.now() + clock - Number(proof.claims['iat']) * 1000;
  if (Math.abs(age) > 60_000) {
    const date = new Date(Date.now() + clock).toUTCString();
    return Response.json({ error: 'invalid_dpop_proof' }, { status: 400, headers: { date } });
  }
  return provider.fetch(url, init);
}

const config = (): LoginConfig =>
  withDpop({ ...provider.config, environment: { fetch: checkingFetch } });
const thumbprints = () => new Set(proofs.map(({ header }) => header.jwk.x));
const keyBases = async () =>
  (await indexedDB.databases()).filter(({ name }) => name?.endsWith(' dpop'));

describe('RFC 9449: DPoP proofs', () => {
  test('are sent with the code and with each renewal, and with no other request to the provider', async () => {
    const login = await page.signIn(config());
    await login.renew();
    expect(proofs.map(({ path }) => path)).toEqual(['/oauth/token', '/oauth/token']);
    for (const { header, claims, valid } of proofs) {
      expect(valid).toBe(true);
      expect(Object.keys(header.jwk).toSorted()).toEqual(['crv', 'kty', 'x', 'y']);
      expect(header).toMatchObject({ typ: 'dpop+jwt', alg: 'ES256' });
      expect(claims).toEqual({
        htm: 'POST',
        htu: `${issuer}/oauth/token`,
        iat: expect.any(Number),
        jti: expect.stringMatching(/^[\w-]{24}$/),
      });
    }
    expect(new Set(proofs.map(({ claims }) => claims['jti'])).size).toBe(2);
    expect(unsigned).not.toContain('/oauth/token');
  });

  test('contain the hash of the access token that they are sent with, under the scheme DPoP', async () => {
    const login = await page.signIn(config());
    await login.userInfo();
    const { accessToken = '' } = login.user() ?? {};
    const used = proofs.find(({ path }) => path === '/userinfo');
    expect(used?.claims).toMatchObject({
      htm: 'GET',
      htu: `${issuer}/userinfo`,
      ath: toBase64Url(await hash(accessToken)),
    });
    const sent = provider.requests.find(({ path }) => path === '/userinfo');
    expect(sent?.authorization).toBe(`DPoP ${accessToken}`);
  });

  test('use one non-extractable key for all pages, which a logout deletes', async () => {
    await page.signIn(config());
    const login = page.reload(config());
    await login.start();
    await Promise.all([login.renew(), page.open(config()).renew()]);
    expect(thumbprints().size).toBe(1);
    const [base] = await keyBases();
    const stored = await new Promise<{ privateKey: CryptoKey } | undefined>((done, fail) => {
      const opening = indexedDB.open(base?.name ?? '');
      opening.onerror = () => fail(opening.error);
      opening.onsuccess = () => {
        const request = opening.result.transaction('key').objectStore('key').get(0);
        request.onsuccess = () => {
          opening.result.close();
          done(request.result);
        };
      };
    });
    expect(stored?.privateKey.extractable).toBe(false);
    await login.logout();
    await page.signIn(config());
    expect(thumbprints().size).toBe(2);
  });

  test('use the nonce that the provider requires, and reuse it', async () => {
    nonce = 'nonce-1';
    const login = await page.signIn(config());
    expect(proofs.map(({ claims }) => claims['nonce'])).toEqual([undefined, 'nonce-1']);
    await login.renew();
    expect(proofs).toHaveLength(3);
    expect(provider.tokenRequests()).toHaveLength(2);
  });

  test('complaint 7: correct a wrong clock by the provider’s time', async () => {
    clock = 3_600_000;
    const login = await page.signIn(config());
    expect(login.isLoggedIn()).toBe(true);
    expect(proofs).toHaveLength(2);
  });

  const refuse = () => {
    throw new DOMException('refused', 'InvalidStateError');
  };
  function neverOpen() {
    const [open, schedule] = [indexedDB.open.bind(indexedDB), globalThis.setTimeout];
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      const request = open(name, version);
      request.addEventListener('success', (event) => {
        event.stopImmediatePropagation();
        request.result.close();
      });
      return request;
    });
    vi.stubGlobal('setTimeout', (callback: () => void) => schedule(callback));
  }
  test.each([
    ['does not open', () => void vi.spyOn(indexedDB, 'open').mockImplementation(refuse)],
    [
      'opens no transaction',
      () => void vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(refuse),
    ],
    ['never responds', neverOpen],
  ])('use a key in memory if IndexedDB %s', async (_, breakStorage) => {
    breakStorage();
    const login = await page.signIn(config());
    await login.renew();
    expect(thumbprints().size).toBe(1);
    expect(proofs.every(({ valid }) => valid)).toBe(true);
  });
});
