import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  Browser,
  exchangeCode,
  locationOf,
  signInForTokens,
} from '../testing/browser.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const running = await startIdentity();
afterAll(() => running.stop());

const silent = { prompt: 'none', response_mode: 'simple_web_message' };

/** Runs the page's script like the hidden frame and captures what it posts to its parent. */
function postedBy(html: string): { message: Record<string, unknown>; target: string } {
  const data = /<script type="application\/json" id="answer">(.*?)<\/script>/s.exec(html)?.[1];
  const script = /<script>(.*?)<\/script>/s.exec(html)?.[1];
  const posted: { message: Record<string, unknown>; target: string }[] = [];
  const parent = {
    postMessage: (message: Record<string, unknown>, target: string) =>
      posted.push({ message, target }),
  };
  runInNewContext(script ?? '', {
    window: { parent },
    document: { getElementById: () => ({ textContent: data }) },
  });
  const [only] = posted;
  if (!only || posted.length > 1) throw new Error('The frame did not post exactly once');
  return only;
}

describe('silent login', () => {
  it('spec 7: posts the response to the origin of the redirect URI only', async () => {
    const { browser } = await signInForTokens(running.origin);
    const request = authorizationRequest(silent);
    const answer = await browser.fetch(request.url);
    expect(answer.status).toBe(200);
    const { message, target } = postedBy(await answer.text());
    expect(target).toBe(appOrigin);
    expect(message).toMatchObject({
      type: 'authorization_response',
      response: { state: 'state-of-16-chars', iss: running.origin, code: expect.any(String) },
    });
    const { code } = JSON.parse(JSON.stringify(message['response']));
    expect((await exchangeCode(running.origin, code, request.verifier)).status).toBe(200);
  });

  it('lets only that origin frame the page, and runs its own script only', async () => {
    const { browser } = await signInForTokens(running.origin);
    const answer = await browser.fetch(authorizationRequest(silent).url);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`frame-ancestors ${appOrigin}`);
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+'(;|$)/);
    expect(policy).toContain("default-src 'none'");
    expect(answer.headers.get('x-frame-options')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('cross-origin-opener-policy')).toBeNull();
  });

  it('returns login_required without a session, shows no page and creates no session', async () => {
    const browser = new Browser(running.origin);
    const answer = await browser.fetch(authorizationRequest(silent).url);
    expect(answer.status).toBe(200);
    expect(postedBy(await answer.text()).message).toMatchObject({
      response: { error: 'login_required', state: 'state-of-16-chars', iss: running.origin },
    });
    expect(browser.cookie('seller_connect_identity')).toBeUndefined();
    expect(
      locationOf(await browser.fetch(authorizationRequest({ prompt: 'none' }).url)).href,
    ).toContain('error=login_required');
  });

  it('escapes a hostile state', async () => {
    const { browser } = await signInForTokens(running.origin);
    const state = '</script><script>alert(1)</script><!--\u2028"\\';
    const answer = await browser.fetch(authorizationRequest({ ...silent, state }).url);
    const html = await answer.text();
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain('alert(1)</script>');
    expect(postedBy(html).message).toMatchObject({ response: { state } });
  });
});
