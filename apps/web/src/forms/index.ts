export { textOf, validate, type FieldErrors, type FieldRules } from './validate.ts';
export { createDraftStore } from './draftStore.ts';
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
  type FieldValue,
  type Rule,
} from './rules.ts';
export {
  formErrorMessage,
  locallyHandledStatuses,
  toFieldErrors,
  useFieldErrors,
  type FieldErrorsState,
} from './useFieldErrors.ts';
export { useKeyedState } from './useKeyedState.ts';
