import { expect, it, vi } from 'vitest';
import { reportLoadedFiles } from './serviceWorker.ts';

it('tells the worker which files the page has loaded, and those that it loads later', async () => {
  const load = (path: string) => fetch(path).then((response) => response.text());
  // Other tests of this page may have loaded files too.
  const reported = new Set<unknown>();
  const postMessage = (files: unknown[]) => files.forEach((each) => reported.add(each));
  await load('/assets/loaded-before.js');
  reportLoadedFiles({ postMessage });
  await vi.waitFor(() => expect(reported).toContain('/assets/loaded-before.js'));
  await load('/loaded-elsewhere.js');
  await load('/assets/loaded-later.js');
  await vi.waitFor(() => expect(reported).toContain('/assets/loaded-later.js'));
  expect(reported).not.toContain('/loaded-elsewhere.js');
});
