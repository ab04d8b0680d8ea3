import { SetupFailure } from '../setup/setup-failure.mjs';
import type { Step } from './step.ts';

/** The steps that the words name; all without words. */
export function selectSteps(all: Step[], names: string[]): Step[] {
  const keys = all.map((step) => step.key);
  const unknown = names.find((word) => !keys.includes(word));
  if (unknown !== undefined) {
    throw new SetupFailure(`There is no step "${unknown}"; the steps are ${keys.join(', ')}.`);
  }
  return names.length === 0 ? all : all.filter((step) => names.includes(step.key));
}
