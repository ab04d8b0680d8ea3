import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../platform/config/configuration.ts';
import { facebook, lazada, rateLimits, shopee, tiki, tiktok } from './connectors.ts';

const real = { LAZADA_APP_KEY: '131313', LAZADA_APP_SECRET: 'real' };

describe('the Lazada application', () => {
  it('uses the sandbox in demo mode', () => {
    const configuration = loadConfiguration({ SANDBOX_PORT: '4100' });
    const application = lazada.application(configuration);
    expect(application).toMatchObject({
      appKey: '100240',
      authorizeUrl: 'http://localhost:4101/oauth/authorize',
      authApi: 'http://localhost:4101/rest',
    });
    expect(application?.apiFor('VN')).toBe('http://localhost:4101/rest');
    expect(rateLimits(configuration)('LAZADA')).toEqual({ shop: 100, app: null });
  });

  it('with keys uses the hosts of Lazada, one per country, with a rate limit', () => {
    const configuration = loadConfiguration(real);
    const application = lazada.application(configuration);
    expect(application).toMatchObject({
      appKey: '131313',
      authorizeUrl: 'https://auth.lazada.com/oauth/authorize',
      authApi: 'https://auth.lazada.com/rest',
    });
    expect(
      ['VN', 'SG', 'MY', 'TH', 'PH', 'ID'].map((country) => application?.apiFor(country)),
    ).toEqual([
      'https://api.lazada.vn/rest',
      'https://api.lazada.sg/rest',
      'https://api.lazada.com.my/rest',
      'https://api.lazada.co.th/rest',
      'https://api.lazada.com.ph/rest',
      'https://api.lazada.co.id/rest',
    ]);
    expect(rateLimits(configuration)('LAZADA')).toEqual({ shop: 3, app: 115 });
  });

  it('uses configured hosts', () => {
    const application = lazada.application(
      loadConfiguration({ ...real, LAZADA_API: 'http://proxy.test/rest' }),
    );
    expect(application?.apiFor('VN')).toBe('http://proxy.test/rest');
    expect(application?.authApi).toBe('https://auth.lazada.com/rest');
  });

  it('is absent outside demo mode without keys, and refused with only one of them', () => {
    expect(lazada.application(loadConfiguration({ DEMO: '0' }))).toBeNull();
    expect(() => lazada.application(loadConfiguration({ LAZADA_APP_KEY: '131313' }))).toThrow(
      'must be set together',
    );
  });
});

describe('the Tiki application', () => {
  it('uses the sandbox in demo mode', () => {
    const configuration = loadConfiguration({ SANDBOX_PORT: '4100' });
    expect(tiki.application(configuration)).toEqual({
      clientId: '1000000000000001',
      clientSecret: 'sandbox-secret-0001',
      clientAuthentication: 'client_secret_basic',
      authorizeUrl: 'http://localhost:4103/sc/oauth2/auth',
      tokenUrl: 'http://localhost:4103/sc/oauth2/token',
      api: 'http://localhost:4103/integration',
    });
    expect(rateLimits(configuration)('TIKI')).toEqual({ shop: 100, app: null });
  });

  it('with keys uses the hosts of Tiki or the configured ones', () => {
    const configuration = loadConfiguration({
      TIKI_APP_ID: '7590139168389961',
      TIKI_APP_SECRET: 'real',
      TIKI_CLIENT_AUTHENTICATION: 'client_secret_post',
      TIKI_API: 'http://proxy.test/integration',
    });
    expect(tiki.application(configuration)).toMatchObject({
      clientId: '7590139168389961',
      clientAuthentication: 'client_secret_post',
      tokenUrl: 'https://api.tiki.vn/sc/oauth2/token',
      api: 'http://proxy.test/integration',
    });
    expect(rateLimits(configuration)('TIKI')).toEqual({ shop: 20, app: null });
  });

  it('is absent outside demo mode without keys, and refused with only one of them', () => {
    expect(tiki.application(loadConfiguration({ DEMO: '0' }))).toBeNull();
    expect(() => tiki.application(loadConfiguration({ TIKI_APP_ID: '1' }))).toThrow(
      'must be set together',
    );
  });
});

describe('the TikTok Shop application', () => {
  it('uses the sandbox in demo mode', () => {
    const configuration = loadConfiguration({ SANDBOX_PORT: '4100' });
    expect(tiktok.application(configuration)).toEqual({
      appKey: '6sc100240tts',
      appSecret: 'sc-tiktok-secret-0001',
      serviceId: '7100240000000000001',
      authorizeUrl: 'http://localhost:4104/open/authorize',
      authApi: 'http://localhost:4104',
      api: 'http://localhost:4104',
    });
    expect(rateLimits(configuration)('TIKTOK')).toEqual({ shop: 100, app: null });
  });

  it('with keys uses the hosts of TikTok Shop or the configured ones', () => {
    const configuration = loadConfiguration({
      TIKTOK_APP_KEY: '6abc1d2e3f4g5',
      TIKTOK_APP_SECRET: 'real',
      TIKTOK_SERVICE_ID: '7172389462379',
      TIKTOK_AUTHORIZE_URL: 'https://services.us.tiktokshop.com/open/authorize',
    });
    expect(tiktok.application(configuration)).toMatchObject({
      appKey: '6abc1d2e3f4g5',
      serviceId: '7172389462379',
      authorizeUrl: 'https://services.us.tiktokshop.com/open/authorize',
      authApi: 'https://auth.tiktok-shops.com',
      api: 'https://open-api.tiktokglobalshop.com',
    });
    expect(rateLimits(configuration)('TIKTOK')).toEqual({ shop: 5, app: null });
  });

  it('is absent outside demo mode without keys, and refused with only some of them', () => {
    expect(tiktok.application(loadConfiguration({ DEMO: '0' }))).toBeNull();
    const keys = { TIKTOK_APP_KEY: '1', TIKTOK_APP_SECRET: '2' };
    expect(() => tiktok.application(loadConfiguration({ TIKTOK_APP_KEY: '1' }))).toThrow(
      'TIKTOK_APP_KEY and TIKTOK_APP_SECRET must be set together',
    );
    expect(() => tiktok.application(loadConfiguration(keys))).toThrow(
      'TIKTOK_SERVICE_ID must be set',
    );
  });
});

describe('the Shopee application', () => {
  it('uses the sandbox in demo mode', () => {
    const configuration = loadConfiguration({ SANDBOX_PORT: '4100' });
    expect(shopee.application(configuration)).toEqual({
      partnerId: '1000240',
      partnerKey: 'sc-shopee-partner-key-0001',
      authorizeUrl: 'http://localhost:4102/auth',
      api: 'http://localhost:4102',
    });
    expect(rateLimits(configuration)('SHOPEE')).toEqual({ shop: 100, app: null });
  });

  it('with keys uses the hosts of Shopee or the configured ones', () => {
    const configuration = loadConfiguration({
      SHOPEE_PARTNER_ID: '2001887',
      SHOPEE_PARTNER_KEY: 'real',
      SHOPEE_API: 'https://openplatform.sandbox.test-stable.shopee.sg',
    });
    expect(shopee.application(configuration)).toMatchObject({
      partnerId: '2001887',
      partnerKey: 'real',
      authorizeUrl: 'https://open.shopee.com/auth',
      api: 'https://openplatform.sandbox.test-stable.shopee.sg',
    });
    expect(rateLimits(configuration)('SHOPEE')).toEqual({ shop: 10, app: null });
  });

  it('is absent outside demo mode without keys, and refused with only one of them', () => {
    expect(shopee.application(loadConfiguration({ DEMO: '0' }))).toBeNull();
    expect(() => shopee.application(loadConfiguration({ SHOPEE_PARTNER_KEY: 'k' }))).toThrow(
      'SHOPEE_PARTNER_ID and SHOPEE_PARTNER_KEY must be set together',
    );
  });
});

describe('the Facebook application', () => {
  it('uses the sandbox in demo mode', () => {
    const configuration = loadConfiguration({ SANDBOX_PORT: '4100' });
    expect(facebook.application(configuration)).toEqual({
      appId: '1000240000000001',
      appSecret: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
      dialogUrl: 'http://localhost:4105/v26.0/dialog/oauth',
      graph: 'http://localhost:4105/v26.0',
    });
    expect(rateLimits(configuration)('FACEBOOK')).toEqual({ shop: 100, app: null });
  });

  it('with keys uses the hosts of Facebook or the configured ones', () => {
    const configuration = loadConfiguration({
      FACEBOOK_APP_ID: '812345678901234',
      FACEBOOK_APP_SECRET: 'real',
      FACEBOOK_GRAPH: 'http://proxy.test/v27.0',
    });
    expect(facebook.application(configuration)).toEqual({
      appId: '812345678901234',
      appSecret: 'real',
      dialogUrl: 'https://www.facebook.com/v26.0/dialog/oauth',
      graph: 'http://proxy.test/v27.0',
    });
    expect(rateLimits(configuration)('FACEBOOK')).toEqual({ shop: 5, app: null });
  });

  it('is absent outside demo mode without keys, and refused with only one of them', () => {
    expect(facebook.application(loadConfiguration({ DEMO: '0' }))).toBeNull();
    expect(() => facebook.application(loadConfiguration({ FACEBOOK_APP_ID: '1' }))).toThrow(
      'FACEBOOK_APP_ID and FACEBOOK_APP_SECRET must be set together',
    );
  });
});
