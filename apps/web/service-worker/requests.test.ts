import { expect, it } from 'vitest';
import {
  allAssets,
  handlingOf,
  homeAssets,
  parsePageFiles,
  type WorkerRequest,
} from './requests.ts';

const origin = 'https://app.test';
const navigation: WorkerRequest = {
  method: 'GET',
  url: `${origin}/`,
  mode: 'navigate',
  destination: 'document',
  cache: 'default',
};
const handling = (request: Partial<WorkerRequest>) =>
  handlingOf({ ...navigation, ...request }, origin);
const call = { mode: 'cors', destination: '' };

it('serves Home from the cached page, and its reload from the network', () => {
  expect(handling({})).toBe('shell');
  expect(handling({ cache: 'no-cache' })).toBe('network');
  expect(handling({ cache: 'reload' })).toBe('network');
});

it('serves other pages and Home with parameters from the network', () => {
  for (const path of ['/orders', '/?period=7d', '/?refer=abc', '/settings/team'])
    expect(handling({ url: origin + path })).toBe('network');
});

it('serves hashed files from the cache', () => {
  expect(handling({ ...call, url: `${origin}/assets/index-1.js`, destination: 'script' })).toBe(
    'asset',
  );
});

it.each([
  ['a call of the API', { ...call, url: `${origin}/reporting/summary?period=28d` }],
  ['a picture of a product', { mode: 'no-cors', url: `${origin}/reporting/pictures?of=1` }],
  ['another origin', { ...call, url: 'https://id.test/userinfo' }],
  ['an upload', { ...call, method: 'POST', url: `${origin}/auth/identity_login` }],
  ['a form', { method: 'POST', url: `${origin}/` }],
  ['the login', { url: `${origin}/oauth/authorize?client_id=web` }],
  ['the callback of a marketplace', { url: `${origin}/OAuth/callback/lazada?code=1` }],
  ['the response of a login', { url: `${origin}/?code=1&state=2` }],
  ['a refused login', { url: `${origin}/?error=login_required` }],
  ['the frame of a silent login', { url: `${origin}/`, destination: 'iframe' }],
])('does not handle %s', (_, request) => {
  expect(handling(request)).toBe('pass');
});

it('lists the files of a page by language', () => {
  const vi = { later: ['l.js'], entry: ['v.js', 7], '/': ['h.js'], '/connect': ['c.js'] };
  const table = { vi, en: { entry: ['e.js'] } };
  const files = parsePageFiles(
    `<p></p><script type="application/json" id="page-files">${JSON.stringify(table)}</script>`,
  );
  const home = ['/assets/v.js', '/assets/h.js', '/assets/l.js'];
  expect(files && homeAssets(files, 'vi')).toEqual(home);
  const all = ['/assets/c.js', '/assets/e.js', ...home];
  expect(files && allAssets(files).toSorted()).toEqual(all.toSorted());
});

it('finds no file list in a foreign page', () => {
  expect(parsePageFiles('<title>Sign in to this network</title>')).toBeNull();
});
