import type { Platform } from '../canonical/canonical.ts';
import type { FacebookApplication } from '../facebook/client.ts';
import type { LazadaApplication } from '../lazada/protocol/client.ts';
import type { ShopeeApplication } from '../shopee/protocol/client.ts';
import type { TikiApplication } from '../tiki/client.ts';
import type { TikTokApplication } from '../tiktok/protocol/client.ts';
import { startHostedSandbox, type HostedSandbox } from './sandbox-host.ts';

export { createTestEnvironment } from './environment.ts';
export { startHostedSandbox, type HostedSandbox } from './sandbox-host.ts';

/** The sandbox of all partners on free ports, for tests against the real protocols. */
export interface Sandbox extends Omit<HostedSandbox, 'pid'> {
  /** Lazada's test application with this sandbox's URLs, like those of the other partners. */
  lazada: LazadaApplication;
  shopee: ShopeeApplication;
  tiki: TikiApplication;
  tiktok: TikTokApplication;
  facebook: FacebookApplication;
  zalo: {
    appId: string;
    secretKey: string;
    oaSecretKey: string;
    refreshToken: string;
    oauthApi: string;
    api: string;
  };
  /**
   * Calls the control API.
   * @throws Error if the response is not successful
   */
  control(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<unknown>;
  /** Consents for a shop, as a seller on the consent page, and returns the authorization code. */
  authorize(shop: string, platform?: Platform): Promise<string>;
}

/**
 * Starts a sandbox and waits until it is ready.
 * @param environment environment variables that set it up
 * @throws Error if it cannot start
 */
export async function startSandbox(environment: Record<string, string> = {}): Promise<Sandbox> {
  const sandbox = await startHostedSandbox([], { SANDBOX_SIZE: 'small', ...environment });
  const { controlUrl, lazadaUrl, shopeeUrl, tikiUrl, tiktokUrl, facebookUrl, zaloUrl } = sandbox;

  async function control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${controlUrl}${path}`, {
      method,
      signal: AbortSignal.timeout(20_000),
      // A kept connection may end unnoticed while a test computes for minutes.
      headers: {
        connection: 'close',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  return {
    ...sandbox,
    control,
    lazada: {
      appKey: '100240',
      appSecret: 'sc-lazada-secret-0001',
      authorizeUrl: `${lazadaUrl}/oauth/authorize`,
      authApi: `${lazadaUrl}/rest`,
      apiFor: () => `${lazadaUrl}/rest`,
    },
    shopee: {
      partnerId: '1000240',
      partnerKey: 'sc-shopee-partner-key-0001',
      authorizeUrl: `${shopeeUrl}/auth`,
      api: shopeeUrl,
    },
    tiki: {
      clientId: '1000000000000001',
      clientSecret: 'sandbox-secret-0001',
      clientAuthentication: 'client_secret_basic',
      authorizeUrl: `${tikiUrl}/sc/oauth2/auth`,
      tokenUrl: `${tikiUrl}/sc/oauth2/token`,
      api: `${tikiUrl}/integration`,
    },
    tiktok: {
      appKey: '6sc100240tts',
      appSecret: 'sc-tiktok-secret-0001',
      serviceId: '7100240000000000001',
      authorizeUrl: `${tiktokUrl}/open/authorize`,
      authApi: tiktokUrl,
      api: tiktokUrl,
    },
    facebook: {
      appId: '1000240000000001',
      appSecret: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
      dialogUrl: `${facebookUrl}/v26.0/dialog/oauth`,
      graph: `${facebookUrl}/v26.0`,
    },
    zalo: {
      appId: '1240000000000000001',
      secretKey: 'SandboxZaloSecretKey01',
      oaSecretKey: 'SandboxZaloOaSecretKey01',
      refreshToken: 'sandbox-zalo-refresh-token-0',
      oauthApi: zaloUrl,
      api: zaloUrl,
    },
    async authorize(shop, platform = 'LAZADA') {
      const response = await control('POST', '/_sandbox/authorize', {
        platform,
        shop,
        redirectUri: `http://localhost:3000/oauth/callback/${platform.toLowerCase()}`,
        state: 'test',
      });
      if (typeof response !== 'object' || response === null || !('code' in response)) {
        throw new Error('The sandbox gave no code');
      }
      return String(response.code);
    },
  };
}
