import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openStorage } from '../session/storage.ts';
import { createLoginStates, sameOriginPath } from './loginState.ts';

const origin = 'https://app.example';

test.each([
  ['/', '/'],
  ['/orders?page=2#top', '/orders?page=2#top'],
  ['/a/../b', '/b'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/a/..//evil.example', null],
  ['/\t/evil.example', null],
  ['https://evil.example/', null],
  ['javascript:alert(1)', null],
  ['orders', null],
  ['', null],
])('sameOriginPath turns %j into %j', (target, expected) => {
  expect(sameOriginPath(target, origin)).toBe(expected);
});

test('sameOriginPath stays on the origin, however often it is resolved', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '..',
    '.',
    '//',
    '@',
    ':',
    'evil.example',
    '\t',
    '%2f',
    '?',
    '#',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = sameOriginPath(`/${parts.join('')}`, origin);
      if (path === null) return;
      expect(new URL(path, origin).origin).toBe(origin);
      expect(sameOriginPath(path, origin)).toBe(path);
    }),
    { numRuns: 2_000 },
  );
});

const minute = 60_000;

function openStates() {
  const store = openStorage('memory');
  let now = 0;
  const states = createLoginStates(store, 'login.state.', () => now);
  const save = (state: string, again = false) => {
    const loginState = {
      state,
      nonce: 'n',
      codeVerifier: 'v',
      redirectUri: origin,
      createdAt: now,
    };
    states.save(loginState, { returnTo: `/${state}`, again });
    return loginState;
  };
  const pass = (minutes: number) => {
    now += minutes * minute;
  };
  return { states, store, save, pass };
}

test.each([true, false])('a login is taken once, with what was saved (again: %s)', (again) => {
  const { states, store, save } = openStates();
  const loginState = save('a', again);
  save('b');
  expect(states.take('a')).toEqual({ loginState, appState: { returnTo: '/a', again } });
  expect(states.take('a')).toBeNull();
  expect(states.take('b')).not.toBeNull();
  expect(store.keys()).toEqual([]);
});

test.each([
  [10, true],
  [10.1, false],
  [-10.1, false],
])('a login is valid for ten minutes by any clock (%d minutes: %s)', (minutes, isValid) => {
  const { states, store, save, pass } = openStates();
  save('a');
  pass(minutes);
  expect(states.take('a') !== null).toBe(isValid);
  expect(store.keys()).toEqual([]);
});

test('a new login deletes expired ones only, and clear() all', () => {
  const { states, store, save, pass } = openStates();
  save('old');
  pass(6);
  save('recent');
  pass(6);
  save('new');
  expect(store.keys().filter((key) => key.includes('old'))).toEqual([]);
  expect(states.take('recent')).not.toBeNull();
  save('another');
  store.set('other', '');
  states.clear();
  expect(store.keys()).toEqual(['other']);
});

test('application data of another form is ignored', () => {
  const { states, store, save } = openStates();
  const loginState = save('a');
  store.set('login.state.a.note', '{"again":"yes","returnTo":7}');
  expect(states.take('a')).toEqual({ loginState, appState: { returnTo: null, again: false } });
});
