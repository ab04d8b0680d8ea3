import { decodeJwt } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  locationOf,
  signInForTokens,
  type Browser,
} from '../testing/browser.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const running = await startIdentity();
afterAll(() => running.stop());

function logout(browser: Browser, parameters: Record<string, string>): Promise<Response> {
  return browser.fetch(`/oauth/logout?${new URLSearchParams(parameters).toString()}`);
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  const answer = await browser.fetch(authorizationRequest({ prompt: 'none' }).url);
  return locationOf(answer).searchParams.has('code');
}

describe('signing out', () => {
  it('spec 4: with the ID token of the session needs no page', async () => {
    const { browser, tokens } = await signInForTokens(running.origin, { username: 'staff' });
    expect(await isSignedIn(browser)).toBe(true);
    const answer = await logout(browser, {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: appOrigin,
      state: 'after',
    });
    expect(answer.status).toBe(303);
    expect(locationOf(answer).href).toBe(`${appOrigin}/?state=after`);
    expect(browser.cookie('seller_connect_identity')).toBeUndefined();
    expect(await isSignedIn(browser)).toBe(false);
    expect(await running.identity.verifyAccessToken(tokens.access_token)).toBeNull();
    const left = await running.admin('select model from identity.artifact where account_id = $1', [
      decodeJwt(tokens.id_token).sub,
    ]);
    expect(left).toHaveLength(0);
  });

  it('without a hint asks for confirmation and follows the answer', async () => {
    const { browser, tokens } = await signInForTokens(running.origin);
    const page = await logout(browser, {
      client_id: 'seller-connect-web',
      post_logout_redirect_uri: `${appOrigin}/`,
    });
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('Đăng xuất khỏi Seller Connect?');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`form-action 'self' ${appOrigin}`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(await isSignedIn(browser)).toBe(true);

    const again = await logout(browser, {
      client_id: 'seller-connect-web',
      post_logout_redirect_uri: `${appOrigin}/`,
    });
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await again.text())?.[1] ?? '';
    const forged = await confirm(browser, 'another-value');
    expect(forged.status).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
    const done = await confirm(browser, xsrf);
    expect(done.status).toBe(303);
    expect(locationOf(done).href).toBe(`${appOrigin}/`);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await running.identity.verifyAccessToken(tokens.access_token)).toBeNull();
  });

  it('spec 9: uses the stored language, else the requested one, else Vietnamese', async () => {
    const { browser } = await signInForTokens(running.origin);
    const page = await browser.fetch('/oauth/logout', { headers: { 'accept-language': 'en-GB' } });
    expect(await page.text()).toContain('<html lang="vi">');
    const passedOn = await (await logout(browser, { ui_locales: 'en' })).text();
    expect(passedOn).toContain('<html lang="en">');
    expect(passedOn).toContain('Sign out of Seller Connect?');
    const stored = await fetch(new URL('/oauth/logout/success', running.origin), {
      headers: { cookie: 'localization=en' },
    });
    expect(await stored.text()).toContain('You’re signed out');
  });

  it('shows the name and logo of the product, and loads nothing but fonts', async () => {
    const answer = await fetch(new URL('/oauth/logout/success', running.origin));
    const html = await answer.text();
    expect(html).toMatch(
      /<p class="product"><svg [^>]*aria-hidden="true">.*<\/svg>Seller Connect<\/p>/,
    );
    expect(html).not.toMatch(/<(?:link|script|img)|url\((?!"\/assets\/inter-)|src=/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('asks for confirmation when the hint is of another account', async () => {
    const mine = await signInForTokens(running.origin, { username: 'seller' });
    const other = await signInForTokens(running.origin, { username: 'shop' });
    const answer = await logout(mine.browser, {
      id_token_hint: other.tokens.id_token,
      post_logout_redirect_uri: appOrigin,
    });
    expect(answer.status).toBe(200);
    expect(await isSignedIn(mine.browser)).toBe(true);
  });

  it('refuses a modified hint and an unregistered redirect URI', async () => {
    const { browser, tokens } = await signInForTokens(running.origin);
    const [header = '', payload = '', signature = ''] = tokens.id_token.split('.');
    const changed = `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const parameters of [
      { id_token_hint: changed },
      { id_token_hint: tokens.id_token, post_logout_redirect_uri: `${appOrigin}/elsewhere` },
    ]) {
      const answer = await logout(browser, parameters);
      expect(answer.status).toBe(400);
      expect(answer.headers.get('location')).toBeNull();
      expect(await isSignedIn(browser)).toBe(true);
    }
  });

  it('redirects at once when no session exists', async () => {
    const { browser, tokens } = await signInForTokens(running.origin);
    const hint = { id_token_hint: tokens.id_token, post_logout_redirect_uri: appOrigin };
    await logout(browser, hint);
    const again = await logout(browser, hint);
    expect(again.status).toBe(303);
    expect(locationOf(again).origin).toBe(appOrigin);
  });

  it('shows a confirmation when there is no redirect URI', async () => {
    const { browser, tokens } = await signInForTokens(running.origin);
    const answer = await logout(browser, { id_token_hint: tokens.id_token });
    const page = await browser.fetch(locationOf(answer).href);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Bạn đã đăng xuất');
  });

  function confirm(browser: Browser, xsrf: string): Promise<Response> {
    return browser.fetch('/oauth/logout/confirm', {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
  }
});
