export { check, type FieldErrors, type FieldRules } from './validate.ts';
export { formProblem, formStatuses } from './formErrorMessage.ts';
export { draftOf, type Draft } from './draftStore.ts';
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
