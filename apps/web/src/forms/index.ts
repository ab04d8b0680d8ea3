export { check, type FieldErrors, type FieldRules } from './check.ts';
export { formProblem, formStatuses } from './formProblem.ts';
export { draftOf, type Draft } from './draft.ts';
export {
  day,
  entries,
  length,
  matches,
  notBlank,
  ofType,
  oneOf,
  required,
  size,
  type Bounds,
  type FieldValue,
  type Rule,
} from './rules.ts';
export { fieldErrorsOf, useFieldErrors, type FieldErrorsState } from './useFieldErrors.ts';
export { useKeyedState } from './useKeyedState.ts';
