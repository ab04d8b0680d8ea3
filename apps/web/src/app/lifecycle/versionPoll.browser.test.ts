import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { entryLinkId } from '../../head/pageFiles.ts';
import { currentEntry } from './currentEntry.ts';
import { parseEntry, pollVersion } from './versionPoll.ts';

describe('pollVersion', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('reports an entry other than the page’s own, once', async () => {
    const answers = ['/assets/a.js', null, '/assets/b.js', '/assets/c.js'];
    const onNew = vi.fn();
    const stop = pollVersion({
      own: '/assets/a.js',
      onNew,
      every: 1000,
      ask: () => Promise.resolve(answers.shift() ?? null),
    });
    await vi.advanceTimersByTimeAsync(2000);
    expect(onNew).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5000);
    expect(onNew).toHaveBeenCalledOnce();
    // Polling has stopped.
    expect(answers).toEqual(['/assets/c.js']);
    stop();
  });

  it('continues after a server that did not respond', async () => {
    let down = true;
    const onNew = vi.fn();
    const stop = pollVersion({
      own: '/assets/a.js',
      onNew,
      every: 1000,
      ask: () => (down ? Promise.reject(new TypeError('down')) : Promise.resolve('/assets/b.js')),
    });
    await vi.advanceTimersByTimeAsync(1500);
    down = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(onNew).toHaveBeenCalledOnce();
    stop();
  });
});

it('parses the entry of a page from its HTML and from its document', () => {
  const html = '{"vi":{"entry":["index-1.js","base.js"]},"en":{"entry":["index-3.js"]}}';
  expect(parseEntry(html)).toBe('/assets/index-1.js');
  expect(parseEntry('<p>down</p>')).toBeNull();
  const page = document.createElement('div');
  for (const name of ['base-1', 'index-2']) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    if (name === 'index-2') link.id = entryLinkId;
    link.href = `/assets/${name}.js`;
    page.append(link);
  }
  expect(currentEntry(page)).toBe('/assets/index-2.js');
});
