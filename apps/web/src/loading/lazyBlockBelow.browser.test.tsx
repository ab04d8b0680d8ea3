import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { lazyBlockBelow } from './lazyBlockBelow.tsx';

// No time passes, so that a block is loaded for the reason that a test names.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Shows a block so far below the top of the page, in pixels. Returns how often it was loaded. */
function showBelow(height: number): () => number {
  let loads = 0;
  const Block = lazyBlockBelow(
    async () => {
      loads += 1;
      return { default: () => <p>products</p> };
    },
    <p>to come</p>,
  );
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  root.render(
    <>
      <div style={{ height }} />
      <Block />
    </>,
  );
  return () => loads;
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

it('loads a block once it is scrolled near, and not before', async () => {
  const loads = showBelow(20_000);
  await expect.element(page.getByText('to come')).toBeInTheDocument();
  await nextFrame();
  await nextFrame();
  expect(loads()).toBe(0);
  window.scrollTo(0, 20_000 - window.innerHeight - 300);
  await expect.element(page.getByText('products')).toBeInTheDocument();
  expect(loads()).toBe(1);
});

it('loads a block in the window at once', async () => {
  showBelow(0);
  await expect.element(page.getByText('products')).toBeVisible();
});

it('loads a block some seconds later wherever it is, for print and for a search in the page', async () => {
  const loads = showBelow(20_000);
  await vi.waitUntil(() => vi.getTimerCount() > 0);
  vi.advanceTimersByTime(4900);
  expect(loads()).toBe(0);
  vi.advanceTimersByTime(100);
  await expect.poll(loads).toBe(1);
});
