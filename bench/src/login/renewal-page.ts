import { createLogin, type LoginConfig } from '@seller-connect/login';
import { withBackend } from '@seller-connect/login/backend';

/** The API of the page under test. Times are in milliseconds. */
export interface RenewalPage {
  status: string;
  /** Redirects to the login screen. */
  signIn(): Promise<void>;
  /** Times `count` sequential renewals by the login layer. */
  renewals(count: number): Promise<number[]>;
  /** Times the same exchange with a bare fetch: no lock, no ledger, no validation. */
  grants(count: number): Promise<number[]>;
  /** Times bare fetches of fixed tokens from a server that does no work. */
  fetches(count: number): Promise<number[]>;
}

declare global {
  interface Window {
    renewal: Promise<RenewalPage>;
  }
}

export type RenewalMethod = 'refresh token' | 'hidden frame' | 'backend';

// The redirect after login lacks these parameters, so they are stored for the tab.
if (location.search.includes('issuer=')) sessionStorage.setItem('bench', location.search);
const savedParameters = new URLSearchParams(sessionStorage.getItem('bench') ?? '');
const issuer = savedParameters.get('issuer') ?? '';
const fixed = savedParameters.get('fixed') ?? '';
const renewalMethod = savedParameters.get('way') ?? '';
const clientId = 'seller-connect-web';

/** Drops the refresh token from token responses, so that the login layer falls back to the hidden frame. */
async function withoutRefreshToken(url: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(url, init);
  if (!url.endsWith('/oauth/token') || !answer.ok) return answer;
  const { status, headers } = answer;
  const { refresh_token: _dropped, ...tokens } = await answer.json();
  return new Response(JSON.stringify(tokens), { status, headers });
}

const baseConfig: LoginConfig = {
  clientId,
  issuer,
  redirectUri: `${location.origin}/`,
  scopes: 'openid profile email phone read:permissions manage:account use:product',
  allowInsecure: true,
  automaticRenewal: false,
};

function configuration(): LoginConfig {
  if (renewalMethod === 'backend') return withBackend(baseConfig);
  if (renewalMethod === 'hidden frame')
    return { ...baseConfig, environment: { fetch: withoutRefreshToken } };
  return baseConfig;
}

async function measureEach(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times;
}

async function open(): Promise<RenewalPage> {
  const login = createLogin(configuration());
  const { ready } = await login.start();
  const { status } = await ready;
  let refreshToken = '';

  async function post(
    url: string,
    fields: Record<string, string>,
  ): Promise<Record<string, string>> {
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    return answer.json();
  }

  return {
    status,
    signIn: () => login.login(),
    renewals: (count) => measureEach(count, () => login.renew()),
    async grants(count) {
      const record = localStorage.getItem(`login.user.${clientId}`);
      refreshToken ||= JSON.parse(record ?? '{}').refreshToken;
      return measureEach(count, async () => {
        const tokens = await post(`${issuer}/oauth/token`, {
          client_id: clientId,
          grant_type: 'refresh_token',
          refresh_token: refreshToken,
        });
        refreshToken = tokens['refresh_token'] ?? '';
      });
    },
    fetches: (count) => measureEach(count, () => post(fixed, { grant_type: 'refresh_token' })),
  };
}

window.renewal = open();
