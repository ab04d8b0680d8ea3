/** A message that comes and goes by itself, in one corner of the page. */
export interface Notice {
  readonly tone: 'info' | 'positive' | 'attention' | 'negative';
  readonly title: string;
  readonly text?: string;
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

export interface ShownNotice extends Notice {
  readonly id: number;
  /** How long it stays without being looked at, in milliseconds. */
  readonly lasts: number;
}

const mostAtOnce = 4;

/** Five seconds, and time to read the words; an error or a choice stays twice as long. */
function timeToRead({ title, text = '', tone, action }: Notice): number {
  const reading = 5000 + 50 * (title.length + text.length);
  return tone === 'negative' || action ? 2 * reading : reading;
}

const sameWords = (one: Notice, other: Notice) =>
  one.tone === other.tone && one.title === other.title && one.text === other.text;

/** The messages on the page. A place of its own, so that code outside of React can add to it. */
export class NoticeStore {
  #shown: readonly ShownNotice[] = [];
  #lastId = 0;
  readonly #listeners = new Set<() => void>();

  /** Shows a message and returns its id; the same words again replace those that are shown. */
  show(notice: Notice): number {
    const id = ++this.#lastId;
    const others = this.#shown.filter((shown) => !sameWords(shown, notice));
    this.#set([...others, { ...notice, id, lasts: timeToRead(notice) }].slice(-mostAtOnce));
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

  readonly current = (): readonly ShownNotice[] => this.#shown;

  #set(shown: readonly ShownNotice[]): void {
    this.#shown = shown;
    for (const listener of this.#listeners) listener();
  }
}

/** The messages of this page; {@link NotificationArea} shows them. */
export const notices = new NoticeStore();

/** Shows a message in the notification area; usable anywhere. Returns its id. */
export function notify(notice: Notice): number {
  return notices.show(notice);
}
