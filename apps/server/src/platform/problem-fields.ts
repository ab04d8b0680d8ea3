import { Problem, type Language, type LocalizedText } from './http/problem.ts';

const checkFieldsMessage: LocalizedText = {
  vi: 'Vui lòng kiểm tra lại các mục được đánh dấu.',
  en: 'Please check the marked fields.',
};

/** What is wrong with each field of a form, as one problem whose details hold one message per field. */
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

/** "Please enter …" of the specification's generic form messages, with the field's name in it. */
export function requiredMessage(label: LocalizedText): LocalizedText {
  // In the middle of a Vietnamese sentence a field's name is written small; "SKU" stays as it is.
  const vi = label.vi.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
  return { vi: `Vui lòng nhập ${vi}`, en: `Please enter ${label.en}` };
}
