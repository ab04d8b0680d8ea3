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
  readonly lasts: number;
}

const maxVisible = 4;

/** Five seconds plus 50 ms per character; twice that for errors and toasts with an action. */
function readingTimeMs({ title, text = '', tone, action }: Toast): number {
  const baseMs = 5000 + 50 * (title.length + text.length);
  return tone === 'negative' || action ? 2 * baseMs : baseMs;
}

const isSameToast = (one: Toast, other: Toast) =>
  one.tone === other.tone && one.title === other.title && one.text === other.text;

/** The visible toasts. Independent of React, so that any code can add one. */
export class ToastStore {
  #shown: readonly ActiveToast[] = [];
  #lastId = 0;
  readonly #listeners = new Set<() => void>();

  /** Shows a toast and returns its id. An equal toast is replaced; the oldest is dropped beyond four. */
  show(notice: Toast): number {
    const id = ++this.#lastId;
    const others = this.#shown.filter((shown) => !isSameToast(shown, notice));
    this.#set([...others, { ...notice, id, lasts: readingTimeMs(notice) }].slice(-maxVisible));
    return id;
  }

  dismiss(id: number): void {
    this.#set(this.#shown.filter((shown) => shown.id !== id));
  }

  clear(): void {
    this.#set([]);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly current = (): readonly ActiveToast[] => this.#shown;

  #set(shown: readonly ActiveToast[]): void {
    this.#shown = shown;
    for (const listener of this.#listeners) listener();
  }
}

/** The toasts of this page, rendered by `Toaster`. */
export const toasts = new ToastStore();

/** Shows a toast and returns its id. Usable outside React. */
export function showToast(notice: Toast): number {
  return toasts.show(notice);
}
