import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../platform/configuration.ts';
import { lazadaApplication, lazadaCallsPerSecond } from './connectors.ts';

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
