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

describe('what the browser keeps', () => {
  it('spec 3: the client settings stand under their specified keys in local storage', () => {
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

  it('spec 9: the credential stands in session storage under the key credential', () => {
    storage.credential.write(credential);
    expect(session.values.get('credential')).toBe(JSON.stringify(credential));
    expect(storage.credential.read()).toEqual(credential);
    expect(local.values.size).toBe(0);
  });

  it.each(['dusk', '', 'Light'])('spec 3: the colour scheme is dark or light, not %j', (text) => {
    local.values.set('color_scheme', text);
    expect(storage.colorScheme.read()).toBeNull();
  });

  it.each(['{', 'null', '[]', '{"accessToken":1}', '{"accessToken":"a"}'])(
    'takes the credential %s for none',
    (text) => {
      session.values.set('credential', text);
      expect(storage.credential.read()).toBeNull();
    },
  );

  it('forgets who was here and keeps what they prefer', () => {
    storage.credential.write(credential);
    storage.credentialSubject.write('person');
    storage.localization.write('en');
    clearSession();
    expect(session.values.size).toBe(0);
    expect(storage.localization.read()).toBe('en');
  });

  it('keeps what the visit began when a session ends by itself, and forgets it with the person', () => {
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
  ])('takes nothing from %s that does not belong there: %s', (key, text) => {
    session.values.set(key, text);
    expect(storage.referredFrom.read() ?? storage.resumeAt.read() ?? storage.formDraft.read()).toBe(
      null,
    );
  });

  it('answers as if empty where the browser refuses storage', () => {
    vi.stubGlobal('window', {
      get localStorage() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
    expect(() => storage.localization.write('en')).not.toThrow();
    expect(storage.localization.read()).toBeNull();
  });
});

it('reads the language that was chosen on the login screen, and no other cookie', () => {
  expect(localizationCookie.parse('a=1; localization=en; b=2')).toBe('en');
  expect(localizationCookie.parse('localization=vi')).toBe('vi');
  expect(localizationCookie.parse('x-localization=en; localization=fr')).toBeNull();
  expect(localizationCookie.parse('')).toBeNull();
});
