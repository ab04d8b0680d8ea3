import { QueryClient } from '@tanstack/react-query';
import type { LoginEvents } from '@seller-connect/login';
import { toasts, showToast } from '@seller-connect/ui';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { syncTabs } from './tabSync.ts';
import { trackDirtyForms } from './formsInProgress.ts';
import { reloadReason } from './reloadReason.ts';

type Listener = (event: never) => void;

/** A tab of user Lan, with a fake login layer. */
function tab() {
  const listeners = new Map<string, Listener>();
  const queries = new QueryClient();
  const reload = vi.fn();
  const login = {
    user: () => ({ profile: { sub: 'lan' } }),
    on: (name: string, listener: Listener) => {
      listeners.set(name, listener);
      return () => listeners.delete(name);
    },
  };
  // The only two members of the login layer that are used.
  const session: unknown = { login };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const stop = syncTabs(session as Parameters<typeof syncTabs>[0], queries, reload);
  onTestFinished(stop);
  const tell = <Name extends 'user-loaded' | 'user-removed'>(
    name: Name,
    event: LoginEvents[Name],
  ) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    listeners.get(name)?.(event as never);
  return { queries, reload, tell };
}

/** Simulates the storage event of a language change in another tab. */
function chooseLanguageElsewhere(language: string): void {
  const oldValue = localStorage.getItem('localization');
  localStorage.setItem('localization', language);
  const change = { key: 'localization', oldValue, newValue: language };
  window.dispatchEvent(new StorageEvent('storage', change));
}

function typeIntoAForm(): HTMLFormElement {
  const form = document.createElement('form');
  const field = document.createElement('input');
  form.append(field);
  document.body.append(form);
  onTestFinished(() => form.remove());
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  return form;
}

beforeEach(() => onTestFinished(trackDirtyForms()));
afterEach(() => {
  localStorage.clear();
  reloadReason.set(null);
});

it('clears the toasts when the session ends', () => {
  const { tell } = tab();
  showToast({ tone: 'positive', title: 'Brand color changed' });
  tell('user-removed', { by: 'other-tab' });
  expect(toasts.current()).toEqual([]);
});

describe('another tab', () => {
  it('spec 4: that switches the language reloads this one too', () => {
    const { reload } = tab();
    chooseLanguageElsewhere('en');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('that switches the language does not reload an unfinished form', () => {
    const { reload } = tab();
    const form = typeIntoAForm();
    chooseLanguageElsewhere('en');
    expect(reload).not.toHaveBeenCalled();
    expect(reloadReason.get()).toBe('language');
    chooseLanguageElsewhere('vi');
    expect(reloadReason.get()).toBeNull();
    form.remove();
    chooseLanguageElsewhere('en');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('that switches the language does not reload a submitted form that may be refused', () => {
    const { reload } = tab();
    const form = typeIntoAForm();
    form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    chooseLanguageElsewhere('en');
    expect(reload).not.toHaveBeenCalled();
    chooseLanguageElsewhere('vi');
    form.reset();
    chooseLanguageElsewhere('en');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('that changes data invalidates the same queries here, and no others', async () => {
    const { queries } = tab();
    const shops = { queryKey: queryKey('listShops'), queryFn: () => Promise.resolve('shops') };
    const user = { queryKey: queryKey('getUser'), queryFn: () => Promise.resolve('user') };
    await queries.fetchQuery(shops);
    await queries.fetchQuery(user);
    // A channel of the same name, like that of another tab.
    const other = new BroadcastChannel('seller-connect.changes');
    onTestFinished(() => other.close());
    // Tabs that run the previous version send a message without query names.
    other.postMessage('changed');
    other.postMessage(['listShops', 7, 'listPartners']);
    await expect.poll(() => queries.getQueryState(shops.queryKey)?.isInvalidated).toBe(true);
    expect(queries.getQueryState(user.queryKey)?.isInvalidated).toBe(false);
  });

  it('where another user signs in clears this user’s data here', () => {
    const { queries, reload, tell } = tab();
    queries.setQueryData(queryKey('getUser'), 'lan');
    tell('user-loaded', { sub: 'lan', by: 'renewal' });
    expect(reload).not.toHaveBeenCalled();
    tell('user-removed', { by: 'other-tab' });
    expect(queries.getQueryData(queryKey('getUser'))).toBeUndefined();
    tell('user-loaded', { sub: 'minh', by: 'other-tab' });
    expect(reload).toHaveBeenCalledOnce();
  });
});
