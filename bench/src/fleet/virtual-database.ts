import type { VirtualTime } from './virtual-time.ts';

/** What the database server does in a second. */
export interface DatabaseSpeed {
  commitsPerSecond: number;
  rowsPerSecond: number;
}

/** One server that does one thing after another. */
export class VirtualDatabase {
  busyMs = 0;
  readonly #time: VirtualTime;
  readonly #speed: DatabaseSpeed;
  #freeAt: number;

  constructor(time: VirtualTime, speed: DatabaseSpeed) {
    this.#time = time;
    this.#speed = speed;
    this.#freeAt = time.now;
  }

  /** Adds work. Returns the time until it is done, in milliseconds. */
  work(commits: number, rows = 0): number {
    const { commitsPerSecond, rowsPerSecond } = this.#speed;
    const ms = (commits / commitsPerSecond + rows / rowsPerSecond) * 1000;
    this.busyMs += ms;
    this.#freeAt = Math.max(this.#freeAt, this.#time.now) + ms;
    return this.#freeAt - this.#time.now;
  }
}
