import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lazadaCallback, SandboxTestClient } from '../../testing/sandbox-client.ts';

const shopId = '200164501';
let sandbox: SandboxTestClient;
beforeAll(async () => {
  sandbox = await SandboxTestClient.start();
});
afterAll(() => sandbox.running.stop());

describe('the consent page', () => {
  function address(changes: Record<string, string> = {}): string {
    const query = new URLSearchParams({
      response_type: 'code',
      force_auth: 'true',
      client_id: '100240',
      redirect_uri: lazadaCallback,
      state: 'trạng thái & co',
      ...changes,
    });
    return `${sandbox.running.lazadaUrl}/oauth/authorize?${query.toString()}`;
  }

  async function decide(fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(new URL(address()).searchParams);
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return fetch(`${sandbox.running.lazadaUrl}/oauth/authorize`, {
      method: 'POST',
      body,
      redirect: 'manual',
    });
  }

  it('is Vietnamese, or English by Accept-Language', async () => {
    const vietnamese = await (await fetch(address())).text();
    expect(vietnamese).toContain('<html lang="vi">');
    expect(vietnamese).toContain('>Đồng ý</button>');
    expect(vietnamese).toContain('Mẹ &amp; Bé An Nhiên');
    const headers = { 'accept-language': 'en-GB,en;q=0.9,vi;q=0.1' };
    const english = await (await fetch(address(), { headers })).text();
    expect(english).toContain('>Agree</button>');
    expect(await (await fetch(address({ lang: 'vi' }), { headers })).text()).toContain('Đồng ý');
  });

  it('redirects with a code and the state, without naming the shop', async () => {
    const response = await decide({ decision: 'agree', shop: shopId });
    expect(response.status).toBe(303);
    const target = new URL(response.headers.get('location') ?? '');
    expect(target.origin + target.pathname).toBe(lazadaCallback);
    expect([...target.searchParams.keys()]).toEqual(['code', 'state']);
    expect(target.searchParams.get('state')).toBe('trạng thái & co');
    const code = target.searchParams.get('code') ?? '';
    const tokens = await sandbox.call('/auth/token/create', { code });
    expect(tokens).toMatchObject({ code: '0', account: 'hoamai@nguoiban.test' });
  });

  it('redirects with access_denied when the seller refuses', async () => {
    const response = await decide({ decision: 'refuse' });
    const target = new URL(response.headers.get('location') ?? '');
    expect(target.searchParams.get('error')).toBe('access_denied');
    expect(target.searchParams.has('code')).toBe(false);
  });

  it('is shown again when no shop was chosen', async () => {
    const response = await decide({ decision: 'agree' });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('role="alert"');
  });

  it.each([
    ['another callback', { redirect_uri: `${lazadaCallback}/` }],
    ['a callback of another host', { redirect_uri: 'https://evil.test/oauth/callback/lazada' }],
    ['an unknown app', { client_id: '1' }],
    ['no app', { client_id: '' }],
    ['another response type', { response_type: 'token' }],
  ])('shows an error and does not redirect for %s', async (_case, changes) => {
    const response = await fetch(address(changes), { redirect: 'manual' });
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).not.toContain('<form');
  });

  it('offers shops of the requested countries only', async () => {
    expect(await (await fetch(address({ country: 'sg,my' }))).text()).not.toContain('type="radio"');
    expect(await (await fetch(address({ country: 'sg,vn' }))).text()).toContain('type="radio"');
  });

  it('escapes the parameters of the request', async () => {
    const html = await (await fetch(address({ state: '"><script>alert(1)</script>' }))).text();
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(html).not.toContain('<script>');
  });
});
