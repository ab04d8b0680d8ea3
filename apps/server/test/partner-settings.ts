import type { HostedSandbox } from '@seller-connect/partners/testing';

/** Returns settings that point Lazada to the sandbox. */
export function lazadaSettings(lazadaUrl: string, callsPerSecond = 1000): Record<string, string> {
  return {
    LAZADA_APP_KEY: '100240',
    LAZADA_APP_SECRET: 'sc-lazada-secret-0001',
    LAZADA_AUTHORIZE_URL: `${lazadaUrl}/oauth/authorize`,
    LAZADA_AUTH_API: `${lazadaUrl}/rest`,
    LAZADA_API: `${lazadaUrl}/rest`,
    LAZADA_CALLS_PER_SECOND: String(callsPerSecond),
  };
}

/** Returns settings that point every partner except Lazada to the sandbox. */
export function partnerSettings(
  sandbox: Pick<HostedSandbox, 'shopeeUrl' | 'tikiUrl' | 'tiktokUrl' | 'facebookUrl'>,
  callsPerSecond = 200,
): Record<string, string> {
  const { shopeeUrl, tikiUrl, tiktokUrl, facebookUrl } = sandbox;
  return {
    SHOPEE_PARTNER_ID: '1000240',
    SHOPEE_PARTNER_KEY: 'sc-shopee-partner-key-0001',
    SHOPEE_AUTHORIZE_URL: `${shopeeUrl}/auth`,
    SHOPEE_API: shopeeUrl,
    SHOPEE_CALLS_PER_SECOND: String(callsPerSecond),
    TIKI_APP_ID: '1000000000000001',
    TIKI_APP_SECRET: 'sandbox-secret-0001',
    TIKI_AUTHORIZE_URL: `${tikiUrl}/sc/oauth2/auth`,
    TIKI_TOKEN_URL: `${tikiUrl}/sc/oauth2/token`,
    TIKI_API: `${tikiUrl}/integration`,
    TIKI_CALLS_PER_SECOND: String(callsPerSecond),
    TIKTOK_APP_KEY: '6sc100240tts',
    TIKTOK_APP_SECRET: 'sc-tiktok-secret-0001',
    TIKTOK_SERVICE_ID: '7100240000000000001',
    TIKTOK_AUTHORIZE_URL: `${tiktokUrl}/open/authorize`,
    TIKTOK_AUTH_API: tiktokUrl,
    TIKTOK_API: tiktokUrl,
    TIKTOK_CALLS_PER_SECOND: String(callsPerSecond),
    FACEBOOK_APP_ID: '1000240000000001',
    FACEBOOK_APP_SECRET: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    FACEBOOK_DIALOG_URL: `${facebookUrl}/v26.0/dialog/oauth`,
    FACEBOOK_GRAPH: `${facebookUrl}/v26.0`,
    FACEBOOK_CALLS_PER_SECOND: String(callsPerSecond),
  };
}
