import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadPageFiles } from './pageFiles.ts';

const ofBuild = 'link[rel=modulepreload][href^="/assets/"]';
const preloads = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>(ofBuild)].map(
    ({ href }) => new URL(href).pathname,
  );

const load = (sendRequests: () => Promise<unknown> | null) =>
  loadPageFiles('vi', { sendRequests, onFailed: () => undefined });

beforeEach(() => {
  const table = document.createElement('script');
  table.type = 'application/json';
  table.id = 'page-files';
  const files = { entry: ['entry.js', 'react.js'], [window.location.pathname]: ['screen.js'] };
  table.textContent = JSON.stringify({ vi: files });
  document.head.append(table);
  localStorage.setItem('login.user.web', '{}');
});
afterEach(() => {
  for (const each of document.head.querySelectorAll(`${ofBuild}, #page-files`)) each.remove();
  localStorage.clear();
});

it('requests the files of a screen at once if the page waits for no response', () => {
  load(() => null);
  expect(preloads()).toEqual(['/assets/entry.js', '/assets/react.js', '/assets/screen.js']);
});

it('requests what a screen shows after a response after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  load(() => promise);
  expect(preloads()).toEqual(['/assets/entry.js', '/assets/react.js']);
  resolve();
  await expect.poll(preloads).toContain('/assets/screen.js');
});

it('requests no screen without a user, since the page leads to the login', () => {
  localStorage.clear();
  load(() => null);
  expect(preloads()).not.toContain('/assets/screen.js');
});
