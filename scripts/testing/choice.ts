import { SetupFailure } from '../setup/setup-failure.mjs';
import type { Step } from './step.ts';

/** The steps that the words name; all without words. */
export function chooseSteps(all: Step[], words: string[]): Step[] {
  const keys = all.map((step) => step.key);
  const unknown = words.find((word) => !keys.includes(word));
  if (unknown !== undefined) {
    throw new SetupFailure(`There is no step "${unknown}"; the steps are ${keys.join(', ')}.`);
  }
  return words.length === 0 ? all : all.filter((step) => words.includes(step.key));
}
