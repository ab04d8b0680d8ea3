import { createStore } from '../createStore.ts';

/** A temporary message in a corner of the page. */
export interface Toast {
  readonly tone: 'info' | 'positive' | 'attention' | 'negative';
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

export interface ActiveToast extends Toast {
  readonly id: number;
  /** Milliseconds until it disappears, not counting pauses. */
  readonly durationMs: number;
}

const maxVisible = 4;

/** Five seconds plus 50 ms per character; twice that for errors and toasts with an action. */
function readingTimeMs({ title, text = '', tone, action }: Toast): number {
  const baseMs = 5000 + 50 * (title.length + text.length);
  return tone === 'negative' || action ? 2 * baseMs : baseMs;
}

/** Toasts with an action differ even if they read the same: each one undoes its own change. */
const isSameToast = (one: Toast, other: Toast) =>
  !one.action && one.tone === other.tone && one.title === other.title && one.text === other.text;

/** The visible toasts. Independent of React, so that any code can add one. */
export class ToastStore {
  readonly #shown = createStore<readonly ActiveToast[]>([]);
  #lastId = 0;

  /** Shows a toast and returns its id. An equal toast without an action is replaced; the oldest is dropped beyond four. */
  show(notice: Toast): number {
    const id = ++this.#lastId;
    const others = this.#shown.get().filter((shown) => !isSameToast(shown, notice));
    this.#shown.set(
      [...others, { ...notice, id, durationMs: readingTimeMs(notice) }].slice(-maxVisible),
    );
    return id;
  }

  dismiss(id: number): void {
    this.#shown.set(this.#shown.get().filter((shown) => shown.id !== id));
  }

  clear(): void {
    this.#shown.set([]);
  }

  readonly subscribe = this.#shown.subscribe;

  readonly current = this.#shown.get;
}

/** The toasts of this page, rendered by `Toaster`. */
export const toasts = new ToastStore();

/** Shows a toast and returns its id. Usable outside React. */
export function showToast(notice: Toast): number {
  return toasts.show(notice);
}
