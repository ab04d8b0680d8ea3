import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storage } from '../storage.ts';
import { arrived, whereToGoOn } from './afterSignIn.ts';

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => values.set(key, value),
      removeItem: (key: string) => values.delete(key),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const answer = (answered: string) => whereToGoOn({ answered, pathname: '/', reloaded: false });
const reload = (pathname: string) => whereToGoOn({ answered: null, pathname, reloaded: true });
const visit = (pathname: string) => whereToGoOn({ answered: null, pathname, reloaded: false });

describe('a page that starts with the answer of a login', () => {
  it('goes on to the address that was asked for', () => {
    expect(answer('/orders?page=2')).toBe('/orders?page=2');
  });

  it('goes on to where the session ended, when the login has nowhere else to go', () => {
    storage.resumeAt.write('/profile/complete');
    expect(answer('/')).toBe('/profile/complete');
    expect(storage.resumeAt.read()).toBeNull();
  });

  it('leads home, when nothing else was asked for', () => {
    expect(answer('/')).toBe('/');
  });
});

describe('a page that is reloaded before its login has led anywhere', () => {
  it('goes on to what the login was begun for', () => {
    storage.signingInFor.write('/orders');
    expect(reload('/')).toBe('/orders');
  });

  it('goes on to what its answer led to, as often as it is reloaded', () => {
    storage.signingInFor.write('/');
    storage.resumeAt.write('/profile/complete');
    expect(answer('/')).toBe('/profile/complete');
    expect(reload('/')).toBe('/profile/complete');
    expect(reload('/')).toBe('/profile/complete');
  });

  it('stays where it is at any other address', () => {
    storage.signingInFor.write('/orders');
    expect(reload('/connect')).toBeNull();
  });
});

describe('any other page', () => {
  it('stays where it is', () => {
    expect(visit('/orders')).toBeNull();
    expect(reload('/')).toBeNull();
  });

  it('stays at home, whatever a login was begun for that was left', () => {
    storage.signingInFor.write('/orders');
    expect(visit('/')).toBeNull();
    arrived();
    expect(reload('/')).toBeNull();
  });

  it('has no use any more for where a session ended, once the person is there', () => {
    storage.resumeAt.write('/profile/complete');
    arrived();
    expect(storage.resumeAt.read()).toBeNull();
  });
});
