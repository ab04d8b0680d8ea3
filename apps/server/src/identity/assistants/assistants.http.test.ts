import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '../../platform/secrets.ts';
import { Problem } from '../../platform/http/problem.ts';
import {
  allowAssistant,
  assistantDocument,
  assistantRedirectUri,
  assistantRequest,
  exchangeAssistantCode,
  followRedirect,
  openConsent,
  postConsent,
  refreshAssistant,
} from '../testing/assistant.ts';
import { allScopes, Browser } from '../testing/browser.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';
import type { GrantAssistant } from './consent-routes.ts';

const { client_id: clientId } = assistantDocument;

let browser: Browser;
const granted: Parameters<GrantAssistant>[0][] = [];
const fetched: string[] = [];
let refusal: Problem | null = null;

const running = await startIdentity(
  {},
  {
    grantAssistant: async (grant) => {
      if (refusal) throw refusal;
      granted.push(grant);
    },
    fetchClientDocument: async (address) => {
      const url = address instanceof Request ? address.url : String(address);
      fetched.push(url);
      return url === clientId
        ? Response.json(assistantDocument)
        : Response.json({
            ...assistantDocument,
            client_id: url,
            token_endpoint_auth_method: 'none',
          });
    },
  },
);
afterAll(() => running.stop());
beforeEach(() => {
  browser = new Browser(running.origin);
  refusal = null;
});

const follow = (response: Response) => followRedirect(browser, response);
const open = (url: string) => openConsent(browser, url);
/** Signs in, allows access and returns the authorization response. */
const allow = async (url: string) => allowAssistant(browser, (await open(url)).path);
const answer = (path: string, headers?: Record<string, string>) =>
  postConsent(browser, path, headers);
const exchange = (back: URL, verifier: string) =>
  exchangeAssistantCode(running.origin, back, verifier);

describe('the authorization of an assistant', () => {
  it('is published in metadata: client id documents, PKCE, public clients', async () => {
    const response = await fetch(`${running.origin}/.well-known/oauth-authorization-server`);
    expect(await response.json()).toMatchObject({
      issuer: running.origin,
      client_id_metadata_document_supported: true,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: expect.not.arrayContaining(['write']),
    });
  });

  it('asks for consent with the names of the client and its publisher and what it may read', async () => {
    const { page } = await open(assistantRequest().url);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('Cho Trợ lý &#60;b&#62; đọc báo cáo của bạn?');
    expect(html).toContain('assistant.test');
    expect(html).toContain('chạy trên máy này');
    expect(html).toContain('seller@demo.test');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("form-action 'self' http://127.0.0.1:43117");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('asks, and refuses, in the language of the request', async () => {
    const { path, page } = await open(assistantRequest({ ui_locales: 'en' }).url);
    expect(await page.text()).toContain('Let Trợ lý &#60;b&#62; read your reports?');
    refusal = new Problem(409, 'too_many_accesses', { vi: 'Quá nhiều', en: 'Too many' });
    expect(await (await answer(path)).text()).toContain('Too many');
  });

  it('grants an access token for reports, with a refresh token, without a session', async () => {
    const { verifier, url } = assistantRequest();
    const back = await allow(url);
    expect(back.origin + back.pathname).toBe(assistantRedirectUri);
    expect(back.searchParams.get('iss')).toBe(running.origin);
    const tokens = await exchange(back, verifier);
    expect(tokens).toMatchObject({ status: 200, scope: 'read:reports' });
    const { identity } = running;
    const verified = await identity.verifyAssistantToken(tokens.access_token);
    const grant = granted.at(-1);
    expect(grant).toMatchObject({ clientId, clientName: assistantDocument.client_name });
    expect(verified).toEqual({ tenantId: grant?.tenantId, grantHash: grant?.grantHash });
    // The product's own calls accept it nowhere.
    expect(await identity.verifyAccessToken(tokens.access_token)).toBeNull();
    expect(await identity.identify(tokens.access_token)).toBeNull();
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    for (const path of ['/userinfo', '/api/v1.0/users/me/roles_permissions']) {
      expect((await fetch(running.origin + path, { headers })).status).toBeGreaterThanOrEqual(401);
    }
    await running.admin(`delete from identity.artifact where model = 'Session'`);
    const renewed = await refreshAssistant(running.origin, tokens);
    expect(renewed.status).toBe(200);
    expect(await identity.verifyAssistantToken(renewed.access_token)).toEqual(verified);
  });

  it('grants nothing but reports, whatever the scope', async () => {
    const { verifier, url } = assistantRequest({
      scope: `${allScopes} read:reports offline_access`,
    });
    const tokens = await exchange(await allow(url), verifier);
    expect(tokens).toMatchObject({ status: 200, scope: 'read:reports' });
    expect(tokens).not.toHaveProperty('id_token');
    expect(await running.identity.verifyAccessToken(tokens.access_token)).toBeNull();
    const elsewhere = await browser.fetch(assistantRequest({ resource: `${appOrigin}/other` }).url);
    expect(elsewhere.headers.get('location')).toContain('error=invalid_target');
  });

  it('asks for consent every time, and for the password when the sign-in is older than 15 minutes', async () => {
    await allow(assistantRequest().url);
    const again = await follow(await browser.fetch(assistantRequest().url));
    expect(again.headers.get('location')).toMatch(/\/consent$/);
    await running.admin(
      `update identity.artifact set payload = jsonb_set(payload, '{loginTs}', to_jsonb((payload ->> 'loginTs')::bigint - 1000))
       where model = 'Session'`,
    );
    const stale = await follow(await browser.fetch(assistantRequest().url));
    expect(stale.headers.get('location')).toContain('/oauth/authorize?interaction=');
  });

  it('ends when the user declines and when the team refuses', async () => {
    const { path } = await open(assistantRequest().url);
    const declined = await follow(await browser.fetch(path.replace(/consent$/, 'decline')));
    expect(declined.headers.get('location')).toContain('error=access_denied');
    browser = new Browser(running.origin);
    refusal = new Problem(409, 'too_many_accesses', { vi: 'Quá nhiều', en: 'Too many' });
    const second = await open(assistantRequest().url);
    const refused = await answer(second.path);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('Quá nhiều'),
    ]);
  });

  it('accepts a consent from its own page only', async () => {
    const { path } = await open(assistantRequest().url);
    const before = granted.length;
    const forged = await answer(path, {
      origin: 'https://evil.test',
      'sec-fetch-site': 'cross-site',
    });
    expect(forged.status).toBe(403);
    expect(granted).toHaveLength(before);
    const other = new Browser(running.origin);
    expect((await other.fetch(path)).status).toBe(410);
  });

  it.each([
    { to: 'another host', redirect: 'http://evil.test/callback' },
    { to: 'another path', redirect: 'http://127.0.0.1:43117/other' },
    { to: 'a scheme of an application', redirect: 'cursor://back' },
    { to: 'an address that is not registered', redirect: 'https://evil.test/back' },
  ])('never redirects to $to', async ({ redirect }) => {
    const response = await browser.fetch(assistantRequest({ redirect_uri: redirect }).url);
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
  });

  it('requires PKCE', async () => {
    const { url } = assistantRequest();
    const bare = await browser.fetch(url.replace(/&code_challenge(_method)?=[^&]*/g, ''));
    expect(bare.headers.get('location')).toContain('error=invalid_request');
  });

  it('limits how many client documents an IP address can request', async () => {
    for (let each = 0; each < 15; each += 1) {
      await browser.fetch(
        assistantRequest({ client_id: `https://many-${each}.test/client.json` }).url,
      );
    }
    expect(fetched.filter((url) => url.startsWith('https://many-')).length).toBeLessThanOrEqual(10);
  });

  it('ends with the grants of the account, at once', async () => {
    const { verifier, url } = assistantRequest();
    const tokens = await exchange(await allow(url), verifier);
    const hash = granted.at(-1)?.grantHash;
    expect(hash).toHaveLength(hashToken('').length);
    const values = [granted.at(-1)?.sub];
    await running.admin('delete from identity.artifact where account_id = $1', values);
    expect(await running.identity.verifyAssistantToken(tokens.access_token)).toBeNull();
  });
});
