import { Problem, type Language, type LocalizedText } from './http/problem.ts';

const checkFieldsMessage: LocalizedText = {
  vi: 'Vui lòng kiểm tra lại các mục được đánh dấu.',
  en: 'Check the highlighted fields.',
};

/** Creates one problem from the errors of a form's fields. Its details contain one message per field. */
export function invalidFieldsProblem(
  fieldErrors: Readonly<Record<string, LocalizedText>>,
  language: Language,
  { status = 400, code = 'validation' } = {},
): Problem {
  const errorEntries = Object.entries(fieldErrors);
  const [first] = errorEntries;
  const details = Object.fromEntries(
    errorEntries.map(([field, message]) => [field, message[language]]),
  );
  return new Problem(
    status,
    code,
    errorEntries.length === 1 && first ? first[1] : checkFieldsMessage,
    details,
  );
}

/** Returns the generic form message "Please enter …" of the specification with the field's name. */
export function requiredMessage(label: LocalizedText): LocalizedText {
  // Within a Vietnamese sentence a field's name is written in lower case, except acronyms such as "SKU".
  const vi = label.vi.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
  return { vi: `Vui lòng nhập ${vi}`, en: `Please enter ${label.en}` };
}
