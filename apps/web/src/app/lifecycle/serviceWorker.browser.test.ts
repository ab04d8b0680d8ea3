import { expect, it, vi } from 'vitest';
import { reportLoadedFiles } from './serviceWorker.ts';

it('reports to the worker the files that the page has loaded, and those it loads later', async () => {
  const load = (path: string) =>
    new Promise((resolve) => {
      const image = new Image();
      image.addEventListener('error', resolve);
      image.src = path;
    });
  // Other tests of this page have loaded files too, and the browser stores no more than 250 entries.
  performance.clearResourceTimings();
  const reported = new Set<unknown>();
  const postMessage = (files: unknown[]) => files.forEach((each) => reported.add(each));
  await load('/assets/loaded-before.svg');
  reportLoadedFiles({ postMessage });
  await vi.waitFor(() => expect(reported).toContain('/assets/loaded-before.svg'), 60_000);
  await load('/loaded-elsewhere.svg');
  await load('/assets/loaded-later.svg');
  await vi.waitFor(() => expect(reported).toContain('/assets/loaded-later.svg'), 60_000);
  expect(reported).not.toContain('/loaded-elsewhere.svg');
});
