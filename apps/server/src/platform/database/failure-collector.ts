import { isOutage } from './database.ts';

/** Collects the failures of items that must not stop the others. */
export class FailureCollector {
  #failures: unknown[] = [];

  get isEmpty(): boolean {
    return this.#failures.length === 0;
  }

  /**
   * Runs the work on one item. Resolves to null after a failure.
   * @throws the error of an outage of the database, which would stop the other items too
   */
  async attempt<Result>(work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      if (isOutage(error)) throw error;
      this.#failures.push(error);
      return null;
    }
  }

  /** @throws the first failure, if there is one */
  throwFirst(): void {
    if (!this.isEmpty) throw this.#failures[0];
  }
}
