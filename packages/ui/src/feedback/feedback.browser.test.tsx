/// <reference types="@vitest/browser-playwright" />
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cdp, page, server, userEvent } from 'vitest/browser';
import { violationsInBothThemes, render } from '../testing/render.tsx';
import { Button } from '../actions/Button.tsx';
import { Steps } from '../layout/Steps.tsx';
import { Banner } from './Banner.tsx';
import { formatClock, Countdown } from './Countdown.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ToastStore } from './toasts.ts';
import { Toaster } from './Toaster.tsx';
import { Progress } from './Progress.tsx';
import { StatusPill, type ConnectionState } from './StatusPill.tsx';

const states: readonly ConnectionState[] = [
  'waiting',
  'syncing',
  'up_to_date',
  'late',
  'needs_you',
  'paused',
];

describe('feedback', () => {
  it('is accessible in both themes', async () => {
    const store = new ToastStore();
    store.show({ tone: 'negative', title: 'Error', text: 'Something went wrong' });
    store.show({ tone: 'positive', title: 'Saved' });
    render(
      <>
        {states.map((state) => (
          <StatusPill key={state} state={state}>
            {state}
          </StatusPill>
        ))}
        <Banner tone="info">One</Banner>
        <Banner tone="attention" title="Soon">
          Two
        </Banner>
        <Banner tone="negative" announced>
          Three
        </Banner>
        <EmptyState title="Your shops will be here" action={<Button>Connect</Button>}>
          None is linked yet.
        </EmptyState>
        <Progress label="Orders" share={0.4} valueText="400 of 1,000" />
        <Progress label="Products" share={null} valueText="30 so far" />
        <Steps
          label="Setup steps"
          stateLabels={{ done: 'done', current: 'now', later: 'later' }}
          steps={[
            { id: 'a', state: 'done', title: 'Profile' },
            { id: 'b', state: 'current', title: 'Shop', content: <Button>Connect a shop</Button> },
            { id: 'c', state: 'later', title: 'Sync' },
          ]}
        />
        <Toaster label="Messages" closeLabel="Close" store={store} />
      </>,
    );
    expect(await violationsInBothThemes()).toEqual([]);
  });

  it('EmptyState is the heading of a screen without other content, in both themes', async () => {
    render(
      <EmptyState screen tone="attention" title="No access" action={<Button>Home</Button>}>
        Ask the owner.
      </EmptyState>,
    );
    await expect.element(page.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible();
    expect(await violationsInBothThemes()).toEqual([]);
  });

  it('Progress has no percentage while the total is unknown', async () => {
    render(<Progress label="Products" share={null} valueText="30 so far" />);
    const bar = page.getByRole('progressbar', { name: 'Products' });
    await expect.element(bar).not.toHaveAttribute('aria-valuenow');
    await expect.element(bar).toHaveAttribute('aria-valuetext', '30 so far');
  });

  it('Progress is a static hatched track while the total is unknown, with reduced motion', async () => {
    const emulate = async (value: string) => {
      const features = [{ name: 'prefers-reduced-motion', value }];
      await cdp().send('Emulation.setEmulatedMedia', { features });
    };
    // Firefox is started with it.
    if (server.browser === 'chromium') {
      await emulate('reduce');
      onTestFinished(() => emulate(''));
    }
    render(<Progress label="Returns" share={null} valueText="reading" />);
    const bar = page.getByRole('progressbar', { name: 'Returns' }).element();
    expect(getComputedStyle(bar).backgroundImage).toContain('repeating-linear-gradient');
    expect(bar.querySelector('svg')?.getBoundingClientRect().width).toBe(0);
  });

  it('Progress announces quarters, not every change', () => {
    const { update } = render(<Progress label="Orders" share={0.26} valueText="26" />);
    const statusText = () => document.querySelector('[role=status]')?.textContent;
    expect(statusText()).toBe('Orders: 25%');
    update(<Progress label="Orders" share={0.49} valueText="49" />);
    expect(statusText()).toBe('Orders: 25%');
    update(<Progress label="Orders" share={0.5} valueText="50" />);
    expect(statusText()).toBe('Orders: 50%');
  });
});

describe('Toaster', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('dismisses a message after a time to read it, but not while it has the focus', async () => {
    const store = new ToastStore();
    store.show({ tone: 'info', title: 'Saved' });
    render(<Toaster label="Messages" closeLabel="Close" store={store} />);
    const close = document.querySelector('button');
    close?.focus();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.current()).toHaveLength(1);
    close?.blur();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.current()).toHaveLength(0);
  });

  it('keeps a message with the focus when the pointer leaves it, and one under the pointer when the focus does', async () => {
    const store = new ToastStore();
    store.show({ tone: 'info', title: 'Saved' });
    render(<Toaster label="Messages" closeLabel="Close" store={store} />);
    const close = page.getByRole('button', { name: 'Close' });
    const message = page.getByText('Saved');
    // By keyboard: the focus that a script sets after a click of another test is not visible.
    await userEvent.keyboard('{F6}{Tab}');
    await expect.element(close).toHaveFocus();
    await message.hover();
    await userEvent.unhover(message);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.current()).toHaveLength(1);
    await message.hover();
    close.element().blur();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.current()).toHaveLength(1);
    await userEvent.unhover(message);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.current()).toHaveLength(0);
  });

  it('dismisses the focused message on Escape', async () => {
    vi.useRealTimers();
    const store = new ToastStore();
    store.show({ tone: 'info', title: 'Saved' });
    render(<Toaster label="Messages" closeLabel="Close" store={store} />);
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    expect(store.current()).toHaveLength(0);
  });
});

describe('Countdown', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [0, '0:00'],
    [42, '0:42'],
    [605, '10:05'],
    [3600, '1:00:00'],
  ])('formats %i seconds as %s', (seconds, text) => {
    expect(formatClock(seconds)).toBe(text);
  });

  it('counts down every second and stops at zero', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
    render(<Countdown until={Date.now() + 1500} label="Next try" />);
    const text = () => page.getByRole('timer', { name: 'Next try' }).element().textContent;
    expect(text()).toBe('0:02');
    for (let second = 0; second < 3; second += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      const left = ['0:01', '0:00', '0:00'][second];
      await expect.poll(text).toBe(left);
    }
  });
});
