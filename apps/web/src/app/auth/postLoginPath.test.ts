import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storage } from '../../storage.ts';
import { storageArea } from '../../testing/storageArea.ts';
import {
  clearReturnToOnNavigation,
  consumePendingInvitation,
  resolvePostLoginPath,
  type StartupLocation,
  type SubscribeToNavigation,
} from './postLoginPath.ts';

beforeEach(() => {
  vi.stubGlobal('window', { sessionStorage: storageArea(), localStorage: storageArea() });
});
afterEach(() => vi.unstubAllGlobals());

const start = (arrival: Partial<StartupLocation>) =>
  resolvePostLoginPath({
    loginReturnTo: null,
    pathname: '/',
    reloaded: false,
    isLoggedIn: true,
    ...arrival,
  });

/** A stand-in for the router's navigation events. */
function steps() {
  const listeners = new Set<Parameters<SubscribeToNavigation>[0]>();
  const onStep: SubscribeToNavigation = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const from = (fromLocation?: string) => {
    for (const listener of listeners) listener({ fromLocation });
  };
  return { onStep, from, listenerCount: () => listeners.size };
}

describe('a page that starts after a login', () => {
  it('continues at the requested address', () => {
    expect(start({ loginReturnTo: '/orders?page=2' })).toBe('/orders?page=2');
  });

  it('continues where the session ended if the login has no other target', () => {
    storage.resumeAt.write('/profile/complete');
    expect(start({ loginReturnTo: '/' })).toBe('/profile/complete');
    expect(storage.resumeAt.read()).toBeNull();
  });

  it.each(['/', '/?period=7d'])(
    'opens a pending invitation if the login leads to Home: %s',
    (loginReturnTo) => {
      storage.invitation.write({ at: Date.now(), token: 'secret' });
      expect(start({ loginReturnTo })).toBe('/join?token=secret');
      expect(storage.invitation.read()).toBeNull();
    },
  );

  it('keeps the invitation while the login leads elsewhere', () => {
    storage.invitation.write({ at: Date.now(), token: 'secret' });
    expect(start({ loginReturnTo: '/orders' })).toBe('/orders');
    expect(storage.invitation.read()).not.toBeNull();
  });

  it('opens Home if nothing else was requested', () => {
    expect(start({ loginReturnTo: '/' })).toBe('/');
  });

  it('keeps the invitation for the next login if this one fails', () => {
    storage.invitation.write({ at: Date.now(), token: 'secret' });
    expect(start({ loginReturnTo: '/', isLoggedIn: false })).toBe('/');
    expect(storage.invitation.read()).not.toBeNull();
  });
});

describe('a page that is reloaded before its login has led anywhere', () => {
  const again = (isLoggedIn = true) => start({ reloaded: true, isLoggedIn });

  it.each([true, false])('continues at the target of the login: logged in %s', (isLoggedIn) => {
    storage.signingInFor.write('/orders');
    expect(again(isLoggedIn)).toBe('/orders');
  });

  it('continues at the resolved target on every reload', () => {
    storage.signingInFor.write('/');
    storage.resumeAt.write('/profile/complete');
    expect(start({ loginReturnTo: '/' })).toBe('/profile/complete');
    expect([again(), again()]).toEqual(['/profile/complete', '/profile/complete']);
  });

  it('stays at any other address', () => {
    storage.signingInFor.write('/orders');
    expect(start({ reloaded: true, pathname: '/connect' })).toBeNull();
  });

  it('stays at Home once the user has navigated on from the target', () => {
    const { onStep, from, listenerCount } = steps();
    expect(start({ loginReturnTo: '/orders' })).toBe('/orders');
    clearReturnToOnNavigation(onStep);
    from();
    expect(again()).toBe('/orders');
    from('/orders');
    expect(again()).toBeNull();
    expect(listenerCount()).toBe(0);
  });
});

describe('any other page', () => {
  it('stays at its address', () => {
    expect(start({ pathname: '/orders' })).toBeNull();
    expect(start({ reloaded: true })).toBeNull();
  });

  it('stays at Home, whatever target an abandoned login had', () => {
    storage.signingInFor.write('/orders');
    expect(start({})).toBeNull();
    expect(start({ reloaded: true })).toBeNull();
  });

  it('clears where a session ended once the user is logged in', () => {
    storage.resumeAt.write('/profile/complete');
    start({ isLoggedIn: false });
    expect(storage.resumeAt.read()).toBe('/profile/complete');
    start({});
    expect(storage.resumeAt.read()).toBeNull();
  });
});

describe('an invitation stored before registering', () => {
  const now = Date.UTC(2026, 10, 22);
  const hour = 60 * 60_000;

  it('is valid for a day and returned once', () => {
    storage.invitation.write({ at: now - 23 * hour, token: 'abc' });
    expect(consumePendingInvitation(now)).toBe('/join?token=abc');
    expect(consumePendingInvitation(now)).toBeNull();
  });

  it.each(['', 'abc', 'soon abc', `${now - 25 * hour} abc`])(
    'is ignored and removed if stored as %j',
    (stored) => {
      window.localStorage.setItem('invitation', stored);
      expect(consumePendingInvitation(now)).toBeNull();
      expect(window.localStorage.getItem('invitation')).toBeNull();
    },
  );
});
