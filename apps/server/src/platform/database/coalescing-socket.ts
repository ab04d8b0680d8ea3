import { Socket } from 'node:net';

/**
 * Sends the statements that one turn of the program writes by one call of the system: the driver corks its stream for the
 * parts of each statement, and what is corked here stays so until the turn ends.
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
