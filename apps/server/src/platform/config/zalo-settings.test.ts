import { expect, it } from 'vitest';
import { readZaloSettings } from './zalo-settings.ts';

const given = {
  SANDBOX_PORT: 3100,
  ZALO_APP_ID: '1',
  ZALO_SECRET_KEY: 'secret',
  ZALO_REFRESH_TOKEN: 'token',
  ZALO_TEMPLATES: '{"code":"300001","default":"300002"}',
};

it('is off without settings, and uses the sandbox in demo mode', () => {
  expect(readZaloSettings({ SANDBOX_PORT: 3100 }, false)).toBeNull();
  expect(readZaloSettings({ SANDBOX_PORT: 3100 }, true)).toMatchObject({
    api: 'http://127.0.0.1:3107',
  });
});

it('uses configured credentials with the hosts of Zalo, in demo mode too', () => {
  expect(readZaloSettings(given, true)).toMatchObject({
    appId: '1',
    templates: { code: '300001', default: '300002' },
    oauthApi: 'https://oauth.zaloapp.com',
    api: 'https://business.openapi.zalo.me',
  });
});

it('names the settings that are missing beside others', () => {
  const { ZALO_SECRET_KEY: _, ...incomplete } = given;
  expect(() => readZaloSettings(incomplete, false)).toThrow('ZALO_SECRET_KEY');
});

it.each(['', '[]', '{"default":"1"}', '{"code":"x"}', '{"code":1}'])(
  'refuses the templates %s',
  (templates) => {
    expect(() => readZaloSettings({ ...given, ZALO_TEMPLATES: templates }, false)).toThrow(
      'ZALO_TEMPLATES must be JSON',
    );
  },
);
