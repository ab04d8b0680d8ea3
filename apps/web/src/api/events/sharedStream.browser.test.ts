import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ServerEvent } from './serverSentEvents.ts';
import {
  joinSharedStream,
  type PageVisibility,
  type StreamHandlers,
  type StreamState,
} from './sharedStream.ts';

/** Simulates tabs: locks and channels are real, visibility and streams are stubs. */
let name = '';
let counter = 0;
beforeEach(() => {
  counter += 1;
  name = `test.events.${counter}`;
});
afterEach(() => vi.useRealTimers());

const event = (data: string): ServerEvent => ({ event: 'progress', data, id: null });

function openTab({ visible = true } = {}) {
  let isVisible = visible;
  let changed = () => {};
  const page: PageVisibility = {
    isVisible: () => isVisible,
    onChange(listener) {
      changed = listener;
      return () => {
        changed = () => {};
      };
    },
  };
  const tab = {
    /** The stream that this tab reads, or null. */
    stream: null as StreamHandlers | null,
    seen: [] as string[],
    states: [] as StreamState[],
    show() {
      isVisible = true;
      changed();
    },
    hide() {
      isVisible = false;
      changed();
    },
    close: () => {},
  };
  tab.close = joinSharedStream({
    name,
    page,
    read(handlers) {
      tab.stream = handlers;
      handlers.onState('open');
      return () => {
        tab.stream = null;
      };
    },
    onEvent: ({ data }) => tab.seen.push(data),
    onState: (state) => tab.states.push(state),
  });
  onTestFinished(() => tab.close());
  return tab;
}

type Tab = ReturnType<typeof openTab>;
const leaders = (tabs: readonly Tab[]) => tabs.filter(({ stream }) => stream !== null);
const oneLeads = async (tabs: readonly Tab[]) => {
  await expect.poll(() => leaders(tabs).length).toBe(1);
  const [leader] = leaders(tabs);
  if (!leader) throw new Error('Nobody leads');
  return leader;
};

it('reads one stream for seven tabs and delivers its events to all', async () => {
  const tabs = Array.from({ length: 7 }, () => openTab());
  const leader = await oneLeads(tabs);
  await expect.poll(() => tabs.every(({ states }) => states.at(-1) === 'open')).toBe(true);
  leader.stream?.onEvent(event('1'));
  await expect.poll(() => tabs.map(({ seen }) => seen)).toEqual(tabs.map(() => ['1']));
});

it('moves to another tab when the leading one is closed or hidden', async () => {
  const tabs = [openTab(), openTab(), openTab()];
  const first = await oneLeads(tabs);
  first.close();
  const left = tabs.filter((tab) => tab !== first);
  const second = await oneLeads(left);
  second.hide();
  const third = await oneLeads(left.filter((tab) => tab !== second));
  third.stream?.onEvent(event('after'));
  expect(third.seen).toEqual(['after']);
  expect(second.states.at(-1)).toBe('lost');
  // When visible again, it follows the current leader.
  second.show();
  await expect.poll(() => second.states.at(-1)).toBe('open');
  await expect.poll(() => second.seen).toEqual(['after']);
  third.stream?.onEvent(event('again'));
  await expect.poll(() => second.seen).toEqual(['after', 'again']);
  expect(leaders(tabs)).toEqual([third]);
});

it('has no stream while every tab is hidden', async () => {
  const tabs = [openTab({ visible: false }), openTab()];
  const leader = await oneLeads(tabs);
  leader.hide();
  const locks = async () => {
    const snapshot = await navigator.locks.query();
    const locked = [...(snapshot.held ?? []), ...(snapshot.pending ?? [])];
    return locked.filter((lock) => lock.name === name);
  };
  await expect.poll(locks).toEqual([]);
  expect(leaders(tabs)).toEqual([]);
});

it('takes the stream over from a page that hangs, which follows once it responds', async () => {
  // Simulates a hung page: holds the lock without a heartbeat.
  const hung = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const granted = Promise.withResolvers<void>();
  navigator.locks
    .request(name, () => {
      granted.resolve();
      return hung.promise;
    })
    .catch(() => taken.resolve());
  await granted.promise;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const tab = openTab();
  vi.advanceTimersByTime(29_999);
  expect(tab.stream).toBeNull();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await taken.promise;
  await expect.poll(() => tab.stream).not.toBeNull();
  const other = openTab();
  await expect.poll(() => other.states.at(-1)).toBe('open');
  expect(other.stream).toBeNull();
});

it('ends its stream and reports it lost when another tab steals the lock', async () => {
  const tab = openTab();
  await oneLeads([tab]);
  const done = Promise.withResolvers<void>();
  onTestFinished(() => done.resolve());
  const stolen = navigator.locks.request(name, { steal: true }, () => done.promise);
  await expect.poll(() => tab.stream).toBeNull();
  expect(tab.states).toEqual(['open', 'lost']);
  done.resolve();
  await stolen;
  await expect.poll(() => tab.stream).not.toBeNull();
});

it('passes on that the stream is lost, and ignores other messages of its channel', async () => {
  const tabs = [openTab(), openTab()];
  const leader = await oneLeads(tabs);
  const follower = tabs.find((tab) => tab !== leader);
  await expect.poll(() => follower?.states.at(-1)).toBe('open');
  const stranger = new BroadcastChannel(name);
  onTestFinished(() => stranger.close());
  for (const message of ['open', null, { kind: 'state', state: 'other' }, { kind: 'event' }]) {
    stranger.postMessage(message);
  }
  leader.stream?.onState('lost');
  await expect.poll(() => follower?.states).toEqual(['open', 'lost']);
  expect(follower?.seen).toEqual([]);
});

it('reads a stream of its own where the browser denies locks', async () => {
  const request = vi
    .spyOn(navigator.locks, 'request')
    .mockRejectedValueOnce(new DOMException('denied', 'SecurityError'))
    .mockReturnValue(new Promise(() => {}));
  onTestFinished(() => request.mockRestore());
  const tab = openTab();
  await expect.poll(() => tab.stream).not.toBeNull();
  expect(request).toHaveBeenCalledTimes(1);
});
