import { SetupFailure } from '../setup/setup-failure.mjs';
import type { Step } from './step.ts';

/** Returns the steps with these keys, or all steps without keys. */
export function selectSteps(all: Step[], names: string[]): Step[] {
  const keys = all.map((step) => step.key);
  const unknown = names.find((word) => !keys.includes(word));
  if (unknown !== undefined) {
    throw new SetupFailure(`There is no step "${unknown}"; the steps are ${keys.join(', ')}.`);
  }
  return names.length === 0 ? all : all.filter((step) => names.includes(step.key));
}
