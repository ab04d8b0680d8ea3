import type { Database } from '../../platform/database/database.ts';

type Execute = Parameters<Database['execute']>;

/** Lets something else happen just before a statement that `matches`. */
export function pauseBefore(matches: (...call: Execute) => boolean) {
  let next: (() => Promise<void>) | undefined;
  return {
    /** Runs `work` once, before the next such statement. */
    once(work: () => Promise<void>): void {
      next = work;
    },
    /** Whether that statement is still to come. */
    isPending: () => next !== undefined,
    watch: (database: Database): Database => ({
      ...database,
      async execute(...call) {
        if (matches(...call)) {
          const work = next;
          next = undefined;
          await work?.();
        }
        return database.execute(...call);
      },
    }),
  };
}
