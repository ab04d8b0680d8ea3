import { describe, expect, it, vi } from 'vitest';
import { ToastStore } from './toasts.ts';

describe('ToastStore', () => {
  it('returns toasts in order and notifies its listeners', () => {
    const store = new ToastStore();
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    const first = store.show({ tone: 'info', title: 'One' });
    store.show({ tone: 'positive', title: 'Two' });
    expect(store.current().map((notice) => notice.title)).toEqual(['One', 'Two']);
    store.dismiss(first);
    expect(store.current().map((notice) => notice.title)).toEqual(['Two']);
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    store.clear();
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('never shows the same text twice', () => {
    const store = new ToastStore();
    store.show({ tone: 'negative', title: 'Error', text: 'Down' });
    store.show({ tone: 'info', title: 'Other' });
    store.show({ tone: 'negative', title: 'Error', text: 'Down' });
    expect(store.current().map((notice) => notice.title)).toEqual(['Other', 'Error']);
  });

  it('keeps the action of each toast, although they read the same', () => {
    const store = new ToastStore();
    const undone: string[] = [];
    for (const note of ['first', 'second']) {
      const action = { label: 'Undo', onPress: () => undone.push(note) };
      store.show({ tone: 'positive', title: 'Note deleted', action });
    }
    for (const { action } of store.current()) action?.onPress();
    expect(undone).toEqual(['first', 'second']);
  });

  it('keeps at most four, and errors longer than confirmations of the same length', () => {
    const store = new ToastStore();
    for (const title of ['1', '2', '3', '4', '5']) store.show({ tone: 'info', title });
    expect(store.current().map((notice) => notice.title)).toEqual(['2', '3', '4', '5']);
    store.show({ tone: 'negative', title: '6' });
    const [good, bad] = store.current().slice(-2);
    expect(bad?.durationMs).toBeGreaterThan(good?.durationMs ?? Infinity);
  });
});
