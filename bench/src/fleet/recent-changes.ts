/** Each list begins this long before the newest change that was seen, as in the collector's plan. */
const overlapMs = 10 * 60_000;

/** The order changes of one shop that a list of changes may still show, oldest first. */
export class RecentChanges {
  /** Announced by a push and not fetched yet. */
  hinted = 0;
  #at: number[] = [];
  #isKnown: boolean[] = [];
  #isHinted: boolean[] = [];
  #hintedAt: number[] = [];
  /** Removed from the front so far: indices of callers stay valid. */
  #removed = 0;
  #watermark: number;

  constructor(watermark: number) {
    this.#watermark = watermark;
  }

  /** Index after the newest change. */
  get length(): number {
    return this.#removed + this.#at.length;
  }

  add(at: number, isPushed: boolean): void {
    this.#at.push(at);
    this.#isKnown.push(false);
    this.#isHinted.push(isPushed);
    if (!isPushed) return;
    this.hinted += 1;
    this.#hintedAt.push(this.length - 1);
  }

  /** Drops what no list shows any more. @returns the index of the first change that a list from the watermark shows */
  beginList(now: number): number {
    const before = this.#watermark - overlapMs;
    let count = 0;
    while (count < this.#at.length && (this.#at[count] ?? 0) < before && this.#isKnown[count])
      count += 1;
    this.#at.splice(0, count);
    this.#isKnown.splice(0, count);
    this.#isHinted.splice(0, count);
    this.#removed += count;
    this.#watermark = Math.max(this.#watermark, Math.min(now, this.#at.at(-1) ?? 0));
    return this.#removed;
  }

  /** Returns the indices of unknown changes among those of a page. */
  unknown(position: number, size: number): number[] {
    const found: number[] = [];
    for (let index = position; index < position + size; index += 1) {
      if (this.#isKnown[index - this.#removed] === false) found.push(index);
    }
    return found;
  }

  /** Returns the indices of changes that were announced and are not fetched yet. */
  takeHinted(): readonly number[] {
    this.#hintedAt = this.#hintedAt.filter(
      (index) => this.#isKnown[index - this.#removed] === false,
    );
    return this.#hintedAt;
  }

  /** Stores a change. @returns when it happened; null if it was known */
  collect(index: number): number | null {
    const offset = index - this.#removed;
    if (this.#isKnown[offset] !== false) return null;
    this.#isKnown[offset] = true;
    if (this.#isHinted[offset]) this.hinted -= 1;
    return this.#at[offset] ?? null;
  }

  allUnknown(): number[] {
    return this.#at.filter((_, offset) => !this.#isKnown[offset]);
  }
}
