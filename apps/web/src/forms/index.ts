export { fieldsOf, textOf, validate, type FieldErrors, type FieldRules } from './validate.ts';
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
  useKeyedState,
  type FieldErrorsState,
} from './useFieldErrors.ts';
