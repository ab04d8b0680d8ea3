import type { ChaosShop } from './world.ts';

/** Compares what is stored of a shop or an ad account with the sandbox's ledger, and collects the differences. */
export interface LedgerComparison {
  differences: string[];
  /** Compares two values by their JSON. */
  compare(what: string, found: unknown, expected: unknown): void;
}

export function createLedgerComparison({ platform, external }: ChaosShop): LedgerComparison {
  const differences: string[] = [];
  return {
    differences,
    compare(what, found, expected) {
      const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
      if (a !== b)
        differences.push(`${platform} ${external}, ${what}: ${describeDifference(a, b)}`);
    },
  };
}

/** Describes where two texts differ, with a short excerpt. */
function describeDifference(found: string, expected: string): string {
  let at = 0;
  while (at < found.length && found[at] === expected[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `${found.slice(from, at + 100)} instead of ${expected.slice(from, at + 100)}`;
}
