import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SessionContext } from '../../session/index.ts';
import { createTestSession } from '../../session/testing/testSession.ts';
import { ErrorBoundary } from '../../loading/ErrorBoundary.tsx';
import { lazyBlock } from '../../loading/lazyBlock.tsx';
import { lazyComponent, ChunkLoadError } from '../../loading/lazyComponent.tsx';
import { sharedTexts } from '../../i18n/index.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { createAppRouter } from '../routing/router.tsx';
import { signedInAuth } from '../testing/renderApp.tsx';

/** Renders into a root like that of the entry point. Returns the errors that its boundaries caught. */
function show(content: React.ReactNode): unknown[] {
  const caught: unknown[] = [];
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element, { onCaughtError: (error) => caught.push(error) });
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  root.render(content);
  return caught;
}

beforeEach(() => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
});

describe('a block', () => {
  it('whose code fails to load fails alone, and can be retried', async () => {
    let loads = 0;
    const Block = lazyBlock<{ name: string }>(
      () => {
        loads += 1;
        return loads < 3
          ? Promise.reject(new TypeError('Failed to fetch'))
          : Promise.resolve({ default: ({ name }) => <p>ads of {name}</p> });
      },
      <p>waiting</p>,
    );
    const caught = show(
      <main>
        <h1>Report</h1>
        <Block name="Lan" />
      </main>,
    );
    const again = page.getByRole('button', { name: sharedTexts.tryAgain });
    await expect.element(page.getByText(sharedTexts.blockFailed, { exact: true })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Report' })).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(loads).toBe(1);
    await again.click();
    await expect.poll(() => loads).toBe(2);
    await expect.element(again).toBeVisible();
    expect(caught.every((error) => error instanceof ChunkLoadError)).toBe(true);
    // The network is back.
    window.dispatchEvent(new Event('online'));
    await expect.element(page.getByText('ads of Lan')).toBeVisible();
  });

  it('whose preload failed is loaded again when it is shown', async () => {
    let loads = 0;
    const Part = lazyComponent<object>(() => {
      loads += 1;
      return loads === 1
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve({ default: () => <p>here</p> });
    });
    await Part.preload();
    const caught = show(
      <Suspense fallback="waiting">
        <Part />
      </Suspense>,
    );
    await expect.element(page.getByText('here')).toBeVisible();
    expect(caught).toEqual([]);
  });

  it('that failed to load after it was left is loaded again when it is shown', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const first = Promise.withResolvers<never>();
    let loads = 0;
    const Block = lazyBlock<object>(() => {
      loads += 1;
      return loads === 1 ? first.promise : Promise.resolve({ default: () => <p>here</p> });
    }, null);
    function Page() {
      const [isShown, setShown] = useState(true);
      return (
        <>
          <button onClick={() => setShown(!isShown)}>{isShown ? 'leave' : 'return'}</button>
          {isShown && <Block />}
        </>
      );
    }
    const caught = show(<Page />);
    await page.getByRole('button', { name: 'leave' }).click();
    await expect.element(page.getByRole('button', { name: 'return' })).toBeVisible();
    first.reject(new TypeError('Failed to fetch'));
    await expect(first.promise).rejects.toThrow('Failed to fetch');
    vi.runAllTimers();
    await page.getByRole('button', { name: 'return' }).click();
    await expect.element(page.getByText('here')).toBeVisible();
    expect(caught).toEqual([]);
  });

  it('that throws while rendering fails alone', async () => {
    let broken = true;
    const Block = lazyBlock(
      () =>
        Promise.resolve({
          default: () => {
            if (broken) throw new Error('broken');
            return <p>mended</p>;
          },
        }),
      null,
    );
    const caught = show(
      <main>
        <h1>Report</h1>
        <Block />
      </main>,
    );
    await expect.element(page.getByText(sharedTexts.blockFailed)).toBeVisible();
    expect(caught).toHaveLength(1);
    broken = false;
    await page.getByRole('button', { name: sharedTexts.tryAgain }).click();
    await expect.element(page.getByText('mended')).toBeVisible();
  });
});

describe('the page', () => {
  const failed = () => page.getByRole('heading', { name: sharedTexts.unexpectedApplicationError });

  it('renders again on navigation back, and on retry', async () => {
    let broken = true;
    const Screen = () => {
      if (broken) throw new Error('broken');
      return <p>fine</p>;
    };
    show(
      <ErrorBoundary fallback={(failure) => <ErrorPage {...failure} />}>
        <Screen />
      </ErrorBoundary>,
    );
    await page.getByRole('button', { name: sharedTexts.tryAgain }).click();
    await expect.element(failed()).toBeVisible();
    broken = false;
    window.dispatchEvent(new PopStateEvent('popstate'));
    await expect.element(page.getByText('fine')).toBeVisible();
  });

  it('spec 8: shows the unexpected error in place of a screen, and the next screen after it', async () => {
    const screen = (component: React.ComponentType) => () =>
      Promise.resolve({ default: component });
    const router = createAppRouter([
      {
        path: '/broken',
        name: 'Broken',
        layout: 'bare',
        component: screen(() => {
          throw new Error('broken');
        }),
      },
      { path: '/next', name: 'Next', layout: 'bare', component: screen(() => <p>next</p>) },
    ]);
    const history = createMemoryHistory({ initialEntries: ['/broken'] });
    const caught = show(
      <SessionContext value={createTestSession({ present: signedInAuth })}>
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router} history={history} />
        </QueryClientProvider>
      </SessionContext>,
    );
    await expect.element(failed()).toBeVisible();
    expect(caught).toHaveLength(1);
    history.push('/next');
    await expect.element(page.getByText('next', { exact: true })).toBeVisible();
    await expect.element(failed()).not.toBeInTheDocument();
  });
});
