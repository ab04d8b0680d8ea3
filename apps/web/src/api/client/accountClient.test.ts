import { describe, expect, it } from 'vitest';
import { ApiError } from './apiError.ts';
import { createIdentityClient } from './identityClient.ts';
import { createAccountClient } from './accountClient.ts';

function accountWith(answer: () => Response | Promise<Response>) {
  const requests: Request[] = [];
  const refused: ApiError[] = [];
  const client = createIdentityClient({
    origin: 'https://id.test/',
    language: 'en',
    token: () => 'identity-token',
    onRefused: (failure) => refused.push(failure),
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return answer();
    },
  });
  const account = createAccountClient(client);
  return { account, requests, refused };
}

const session = {
  id: 's1',
  current: true,
  browser: 'Chrome, Windows',
  address: '203.0.113.7',
  remembered: false,
  signedInAt: '2026-11-22T01:00:00.000Z',
  lastUsedAt: '2026-11-22T01:20:00.000Z',
  endsAt: '2026-11-22T13:00:00.000Z',
};

describe('accountClient', () => {
  it('sends the identity token and the language of the page', async () => {
    const { account, requests } = accountWith(() => Response.json({ items: [session], total: 1 }));
    expect(await account.sessions()).toEqual([session]);
    expect(requests[0]?.url).toBe('https://id.test/api/v1.0/users/me/sessions');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer identity-token');
    expect(requests[0]?.headers.get('accept-language')).toBe('en');
  });

  it('rejects a malformed response with an ApiError', async () => {
    for (const body of [null, { items: 'x' }, { items: [{ id: 1 }] }]) {
      const { account } = accountWith(() => Response.json(body));
      await expect(account.sessions()).rejects.toBeInstanceOf(ApiError);
    }
  });

  it('encodes the session ID in the path when it ends a session', async () => {
    const { account, requests } = accountWith(() => new Response(null, { status: 204 }));
    await account.endSession('a/../b');
    expect(requests[0]?.method).toBe('DELETE');
    expect(requests[0]?.url).toBe('https://id.test/api/v1.0/users/me/sessions/a%2F..%2Fb');
  });

  it('rejects with the server’s refusal, and reports a 401 to the session', async () => {
    const fresh = { error: 'fresh_sign_in_required', message: 'Sign in again' };
    const stale = accountWith(() => Response.json(fresh, { status: 403 }));
    const body = { currentPassword: 'a', newPassword: 'b' };
    await expect(stale.account.changePassword(body)).rejects.toMatchObject({
      status: 403,
      code: 'fresh_sign_in_required',
      serverMessage: 'Sign in again',
    });
    expect(stale.refused).toEqual([]);
    const ended = accountWith(() => new Response(null, { status: 401 }));
    await expect(ended.account.changePassword(body)).rejects.toMatchObject({ status: 401 });
    expect(ended.refused).toHaveLength(1);
  });

  it('rejects with status 0 if the provider is unreachable', async () => {
    const { account } = accountWith(() => Promise.reject(new TypeError('fetch failed')));
    await expect(account.google()).rejects.toMatchObject({ status: 0 });
  });

  it('rejects with an ApiError if the connection ends within the response', async () => {
    const cutOff = (status: number) =>
      new Response(new ReadableStream({ pull: () => Promise.reject(new TypeError('lost')) }), {
        status,
      });
    const { account } = accountWith(() => cutOff(200));
    await expect(account.google()).rejects.toMatchObject({ name: 'ApiError', status: 0 });
    const ended = accountWith(() => cutOff(401));
    await expect(ended.account.google()).rejects.toMatchObject({ name: 'ApiError', status: 401 });
    expect(ended.refused).toHaveLength(1);
  });
});
