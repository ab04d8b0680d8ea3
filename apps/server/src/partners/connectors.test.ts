import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../platform/configuration.ts';
import {
  callsPerSecond,
  lazadaApplication,
  lazadaCallsPerSecond,
  tikiApplication,
} from './connectors.ts';

const real = { LAZADA_APP_KEY: '131313', LAZADA_APP_SECRET: 'real' };

describe('the Lazada application', () => {
  it('is the sandbox’s in demo mode', () => {
    const configuration = loadConfiguration({ SANDBOX_PORT: '4100' });
    const application = lazadaApplication(configuration);
    expect(application).toMatchObject({
      appKey: '100240',
      authorizeUrl: 'http://localhost:4101/oauth/authorize',
      authApi: 'http://localhost:4101/rest',
    });
    expect(application?.apiFor('VN')).toBe('http://localhost:4101/rest');
    expect(lazadaCallsPerSecond(configuration)).toBe(100);
  });

  it('with keys goes to the platform’s own hosts, one per country, at a bearable rate', () => {
    const configuration = loadConfiguration(real);
    const application = lazadaApplication(configuration);
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
    expect(lazadaCallsPerSecond(configuration)).toBe(3);
  });

  it('takes its hosts from the configuration where it names them', () => {
    const application = lazadaApplication(
      loadConfiguration({ ...real, LAZADA_API: 'http://proxy.test/rest' }),
    );
    expect(application?.apiFor('VN')).toBe('http://proxy.test/rest');
    expect(application?.authApi).toBe('https://auth.lazada.com/rest');
  });

  it('is absent outside demo mode without keys, and refused with one half of them', () => {
    expect(lazadaApplication(loadConfiguration({ DEMO: '0' }))).toBeNull();
    expect(() => lazadaApplication(loadConfiguration({ LAZADA_APP_KEY: '131313' }))).toThrow(
      'must be set together',
    );
  });
});

describe('the Tiki application', () => {
  it('is the sandbox’s in demo mode', () => {
    const configuration = loadConfiguration({ SANDBOX_PORT: '4100' });
    expect(tikiApplication(configuration)).toEqual({
      clientId: '1000000000000001',
      clientSecret: 'sandbox-secret-0001',
      clientAuthentication: 'client_secret_basic',
      authorizeUrl: 'http://localhost:4103/sc/oauth2/auth',
      tokenUrl: 'http://localhost:4103/sc/oauth2/token',
      api: 'http://localhost:4103/integration',
    });
    expect(callsPerSecond(configuration)('TIKI')).toBe(100);
  });

  it('with keys goes to Tiki’s own hosts, or where the configuration says', () => {
    const configuration = loadConfiguration({
      TIKI_APP_ID: '7590139168389961',
      TIKI_APP_SECRET: 'real',
      TIKI_CLIENT_AUTHENTICATION: 'client_secret_post',
      TIKI_API: 'http://proxy.test/integration',
    });
    expect(tikiApplication(configuration)).toMatchObject({
      clientId: '7590139168389961',
      clientAuthentication: 'client_secret_post',
      tokenUrl: 'https://api.tiki.vn/sc/oauth2/token',
      api: 'http://proxy.test/integration',
    });
    expect(callsPerSecond(configuration)('TIKI')).toBe(20);
    expect(callsPerSecond(configuration)('LAZADA')).toBe(100);
  });

  it('is absent outside demo mode without keys, and refused with one half of them', () => {
    expect(tikiApplication(loadConfiguration({ DEMO: '0' }))).toBeNull();
    expect(() => tikiApplication(loadConfiguration({ TIKI_APP_ID: '1' }))).toThrow(
      'must be set together',
    );
  });
});
