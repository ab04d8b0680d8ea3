import { Socket } from 'node:net';

/**
 * Sends all statements written in one tick of the event loop with one system call. The driver corks the stream for the
 * parts of each statement; this class keeps it corked until the tick ends.
 */
export class CoalescingSocket extends Socket {
  #isGathering = false;

  override cork(): void {
    super.cork();
    if (this.#isGathering) return;
    this.#isGathering = true;
    super.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      this.uncork();
    });
  }
}
