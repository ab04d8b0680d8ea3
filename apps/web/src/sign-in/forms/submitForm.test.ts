import { describe, expect, it } from 'vitest';
import { submitForm } from './submitForm.ts';

const here = 'http://id.test/oauth/authorize?interaction=abc';
const credentials = { username: 'seller@demo.test', password: 'secret', remember: true };

function answering(status: number, body: unknown) {
  const calls: { url: string; init: RequestInit }[] = [];
  const environment = {
    here,
    fetch: (url: RequestInfo | URL, init: RequestInit = {}) => {
      calls.push({
        url: new Request(new URL(url instanceof Request ? url.url : url, here)).url,
        init,
      });
      return Promise.resolve(
        new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }),
      );
    },
  };
  return { calls, result: submitForm('/oauth/interaction/abc/login', credentials, environment) };
}

describe('submitForm', () => {
  it('posts JSON to the form’s own address and follows the continuation', async () => {
    const { calls, result } = answering(200, { redirectTo: '/oauth/authorize/abc' });
    expect(await result).toEqual({ kind: 'onward', to: 'http://id.test/oauth/authorize/abc' });
    expect(calls[0]?.url).toBe('http://id.test/oauth/interaction/abc/login');
    expect(calls[0]?.init.body).toBe(JSON.stringify(credentials));
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 17, undefined])(
    'refuses to redirect to %s',
    async (redirectTo) => {
      expect(await answering(200, { redirectTo }).result).toMatchObject({ code: 'server_error' });
    },
  );

  it.each([
    [401, 'invalid_credentials'],
    [410, 'interaction_expired'],
    [422, 'validation'],
    [429, 'rate_limited'],
    [410, 'link_expired'],
    [503, 'mail_unavailable'],
    [400, 'password_common'],
  ])('returns the failure %d %s', async (status, error) => {
    expect(await answering(status, { statusCode: status, error }).result).toEqual({
      kind: 'failed',
      code: error,
      retryAfterSeconds: null,
      fields: {},
    });
  });

  it.each(['sent', 'done'])('returns the step %s of the page', async (step) => {
    expect(await answering(200, { step }).result).toEqual({ kind: 'step', step });
  });

  it('returns which fields are invalid', async () => {
    const answer = { error: 'validation', details: { email: 'invalid' } };
    expect(await answering(400, answer).result).toMatchObject({ fields: { email: 'invalid' } });
  });

  it('returns how long to wait', async () => {
    const { result } = answering(429, {
      error: 'rate_limited',
      details: { retryAfterSeconds: 41.2 },
    });
    expect(await result).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 42 });
  });

  it('spec 8: tells a server that failed from one that was not reached', async () => {
    const failed = { kind: 'failed', code: 'server_error' };
    expect(await answering(500, {}).result).toMatchObject(failed);
    expect(await answering(403, { error: 'unknown' }).result).toMatchObject(failed);
    expect(await answering(502, '<html>').result).toMatchObject(failed);
    expect(await answering(200, {}).result).toMatchObject(failed);
    const offline = submitForm('/x', credentials, {
      here,
      fetch: () => Promise.reject(new TypeError('offline')),
    });
    expect(await offline).toMatchObject({ code: 'unavailable' });
  });
});
