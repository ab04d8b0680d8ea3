import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, localizationCookie, storage } from './storage.ts';
import { storageArea } from './testing/storageArea.ts';

let local = storageArea();
let session = storageArea();

beforeEach(() => {
  local = storageArea();
  session = storageArea();
  vi.stubGlobal('window', { localStorage: local, sessionStorage: session });
});
afterEach(() => vi.unstubAllGlobals());

const credential = { accessToken: 'core', accessTokenExpiresAt: '2026-11-11T00:30:00.000Z' };
const preset = { id: 'p', name: 'P', primary: '#123456', secondary: '#abcdef' };

describe('storage', () => {
  it('spec 3: the client settings are under their specified keys in local storage', () => {
    storage.appTheme.write('dark');
    storage.appColorPreset.write(preset);
    storage.colorScheme.write('dark');
    storage.localization.write('en');
    expect(Object.fromEntries(local.values)).toEqual({
      app_theme: 'dark',
      app_color_preset: JSON.stringify(preset),
      color_scheme: 'dark',
      localization: 'en',
    });
    expect(storage.appColorPreset.read()).toEqual(preset);
    expect(session.values.size).toBe(0);
  });

  it('spec 9: the credential is in session storage under the key credential', () => {
    storage.credential.write(credential);
    expect(session.values.get('credential')).toBe(JSON.stringify(credential));
    expect(storage.credential.read()).toEqual(credential);
    expect(local.values.size).toBe(0);
  });

  it.each(['dusk', '', 'Light'])('spec 3: the color scheme is dark or light, not %j', (text) => {
    local.values.set('color_scheme', text);
    expect(storage.colorScheme.read()).toBeNull();
  });

  it.each(['{', 'null', '[]', '{"accessToken":1}', '{"accessToken":"a"}'])(
    'ignores the credential %s',
    (text) => {
      session.values.set('credential', text);
      expect(storage.credential.read()).toBeNull();
    },
  );

  it('clearSession deletes the credential and keeps preferences', () => {
    storage.credential.write(credential);
    storage.credentialSubject.write('person');
    storage.localization.write('en');
    clearSession();
    expect(session.values.size).toBe(0);
    expect(storage.localization.read()).toBe('en');
  });

  it('clearSession keeps the visit if requested, and deletes it otherwise', () => {
    const from = { tool: { id: 'abc', name: 'ABC' }, returnAddress: 'https://abc.example/' };
    storage.credential.write(credential);
    storage.referredFrom.write(from);
    storage.resumeAt.write('/profile/complete?a=b');
    storage.formDraft.write({ form: 'profile', owner: 'person', values: { business: 'Hoa' } });
    clearSession({ retainVisit: true });
    expect(storage.credential.read()).toBeNull();
    expect(storage.referredFrom.read()).toEqual(from);
    expect(storage.resumeAt.read()).toBe('/profile/complete?a=b');
    expect(storage.formDraft.read()?.values).toEqual({ business: 'Hoa' });
    clearSession();
    expect(session.values.size).toBe(0);
  });

  it.each([
    ['referred_from', '{"tool":{"id":"a","name":"A"},"returnAddress":"javascript:alert(1)"}'],
    ['referred_from', '{"tool":"a","returnAddress":"https://abc.example/"}'],
    ['resume_at', '//evil.example/'],
    ['resume_at', String.raw`/\evil.example/`],
    ['resume_at', 'https://evil.example/'],
    ['form_draft', '{"form":"profile","owner":"a","values":{"email":1}}'],
  ])('ignores an invalid value of %s: %s', (key, text) => {
    session.values.set(key, text);
    expect(storage.referredFrom.read() ?? storage.resumeAt.read() ?? storage.formDraft.read()).toBe(
      null,
    );
  });

  it('behaves as if empty if the browser refuses storage', () => {
    vi.stubGlobal('window', {
      get localStorage() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
    expect(() => storage.localization.write('en')).not.toThrow();
    expect(storage.localization.read()).toBeNull();
  });
});

it('localizationCookie parses the language that was selected on the login screen only', () => {
  expect(localizationCookie.parse('a=1; localization=en; b=2')).toBe('en');
  expect(localizationCookie.parse('localization=vi')).toBe('vi');
  expect(localizationCookie.parse('x-localization=en; localization=fr')).toBeNull();
  expect(localizationCookie.parse('')).toBeNull();
});
