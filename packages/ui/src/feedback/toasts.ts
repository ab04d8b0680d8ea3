/** A message that comes and goes by itself, in one corner of the page. */
export interface Toast {
  readonly tone: 'info' | 'positive' | 'attention' | 'negative';
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

export interface ActiveToast extends Toast {
  readonly id: number;
  /** How long it stays without being looked at, in milliseconds. */
  readonly lasts: number;
}

const maxVisible = 4;

/** Five seconds, and time to read the words; an error or a choice stays twice as long. */
function readingTimeMs({ title, text = '', tone, action }: Toast): number {
  const baseMs = 5000 + 50 * (title.length + text.length);
  return tone === 'negative' || action ? 2 * baseMs : baseMs;
}

const isSameToast = (one: Toast, other: Toast) =>
  one.tone === other.tone && one.title === other.title && one.text === other.text;

/** The messages on the page. A place of its own, so that code outside of React can add to it. */
export class ToastStore {
  #shown: readonly ActiveToast[] = [];
  #lastId = 0;
  readonly #listeners = new Set<() => void>();

  /** Shows a message and returns its id; the same words again replace those that are shown. */
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

/** The messages of this page; {@link NotificationArea} shows them. */
export const toasts = new ToastStore();

/** Shows a message in the notification area; usable anywhere. Returns its id. */
export function showToast(notice: Toast): number {
  return toasts.show(notice);
}
