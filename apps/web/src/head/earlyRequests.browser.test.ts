import { endpoints, type EndpointName } from '@seller-connect/contract/endpoints';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApiClient } from '../api/index.ts';
import { takeEarlyResponse } from '../api/client/earlyResponses.ts';
import { parseReportFilters, toQuery } from '../screens/dashboard/filters/filters.ts';
import { storage } from '../storage.ts';
import { homeRequests, identityLoginPath, sendEarlyRequests } from './earlyRequests.ts';

const home = { pathname: '/', search: '' };
const inAnHour = () => new Date(Date.now() + 3_600_000);
const credential = () => ({
  accessToken: 'core',
  accessTokenExpiresAt: inAnHour().toISOString(),
});

let configuration: HTMLElement;
const send = vi.fn(async (url: string, init: RequestInit) =>
  Response.json(url.endsWith(identityLoginPath) ? credential() : { url, method: init.method }),
);
const sent = () => send.mock.calls.map(([url]) => url);

/** The page of an installation, with a user of this browser whose token is valid for `seconds`. */
function openPage(seconds = 3600, revokeCheck = false): void {
  const settings = { coreApi: 'https://core.test/', identity: { clientId: 'web', revokeCheck } };
  configuration.textContent = JSON.stringify(settings);
  const expiresAt = Date.now() / 1000 + seconds;
  const user = { accessToken: 'identity', expiresAt, profile: { sub: 'lan' } };
  localStorage.setItem('login.user.web', JSON.stringify(user));
}

beforeEach(() => {
  configuration = document.createElement('script');
  configuration.setAttribute('type', 'application/json');
  configuration.id = 'page-configuration';
  document.head.append(configuration);
});
afterEach(() => {
  configuration.remove();
  localStorage.clear();
  sessionStorage.clear();
  send.mockClear();
  delete window.earlyResponses;
});

/** The client of the application; `token` is what its session has meanwhile. */
function client(token: string) {
  const later = vi.fn<typeof fetch>(async () => Response.json({ sent: 'later' }));
  const core = createApiClient({
    base: 'https://core.test',
    token: () => token,
    language: 'vi',
    onFailure: () => undefined,
    fetch: later,
    early: takeEarlyResponse,
  });
  return { core, later };
}

it('homeRequests equal the requests of Home without parameters', () => {
  const path = (name: EndpointName) => endpoints[name].path;
  const query = new URLSearchParams({ ...toQuery(parseReportFilters({})) });
  expect(homeRequests).toEqual([
    `${path('reportSummary')}?${query}`,
    path('listShops'),
    path('getUser'),
    path('checkSyncedData'),
    path('readTodo'),
  ]);
  expect(path('identityLogin')).toBe(identityLoginPath);
});

it('the application takes over the login and each response once', async () => {
  openPage();
  void sendEarlyRequests('vi', { send, at: home });
  const { core, later } = client('core');
  const issued = await core.call('identityLogin', { body: { accessToken: 'identity' }, token: '' });
  expect(issued.accessToken).toBe('core');
  await core.call('listShops');
  expect(later).not.toHaveBeenCalled();
  expect(sent()).toEqual(
    [identityLoginPath, ...homeRequests].map((each) => `https://core.test${each}`),
  );
  expect(send.mock.calls.at(-1)?.[1].headers).toMatchObject({
    authorization: 'Bearer core',
    'accept-language': 'vi',
  });
  await core.call('listShops');
  expect(later).toHaveBeenCalledTimes(1);
});

it('a credential of this tab is used without another login', async () => {
  openPage();
  storage.credential.write(credential());
  storage.credentialSubject.write('lan');
  void sendEarlyRequests('vi', { send, at: home });
  await expect.poll(sent).toHaveLength(homeRequests.length);
});

it('a response to another account’s token is ignored', async () => {
  openPage();
  void sendEarlyRequests('vi', { send, at: home });
  const { core, later } = client('of another account');
  await core.call('listShops');
  expect(later).toHaveBeenCalledTimes(1);
});

it('the others wait for the response to the figures, but not for long', async () => {
  openPage();
  storage.credential.write(credential());
  storage.credentialSubject.write('lan');
  const [summary] = homeRequests;
  const hanging = vi.fn((url: string, init: RequestInit) =>
    url.endsWith(summary) ? new Promise<Response>(() => undefined) : send(url, init),
  );
  void sendEarlyRequests('vi', { send: hanging, at: home });
  await expect.poll(() => hanging.mock.calls).toHaveLength(1);
  expect(sent()).toEqual([]);
  await expect.poll(sent, { timeout: 5_000 }).toHaveLength(homeRequests.length - 1);
});

it('a failed request is repeated by the application', async () => {
  openPage();
  void sendEarlyRequests('vi', { send: () => Promise.reject(new TypeError('offline')), at: home });
  const { core, later } = client('core');
  await core.call('listShops');
  expect(later).toHaveBeenCalledTimes(1);
});

it('nothing is sent for other pages, an expired login, or before a revoke check', async () => {
  openPage();
  expect(sendEarlyRequests('vi', { send, at: { pathname: '/brands', search: '' } })).toBeNull();
  const callback = { pathname: '/', search: '?code=c&state=s' };
  expect(sendEarlyRequests('vi', { send, at: callback })).toBeNull();
  openPage(30);
  expect(sendEarlyRequests('vi', { send, at: home })).toBeNull();
  openPage(3600, true);
  expect(sendEarlyRequests('vi', { send, at: home })).toBeNull();
  localStorage.clear();
  expect(sendEarlyRequests('vi', { send, at: home })).toBeNull();
  expect(window.earlyResponses).toBeUndefined();
  expect(send).not.toHaveBeenCalled();
});
