import { Problem, type Language, type Words } from './http/problem.ts';

const check: Words = {
  vi: 'Vui lòng kiểm tra lại các mục được đánh dấu.',
  en: 'Please check the marked fields.',
};

/** What is wrong with each field of a form, as one problem whose details hold one message per field. */
export function problemOfFields(
  wrong: Readonly<Record<string, Words>>,
  language: Language,
  { status = 400, code = 'validation' } = {},
): Problem {
  const faults = Object.entries(wrong);
  const [first] = faults;
  const details = Object.fromEntries(faults.map(([field, words]) => [field, words[language]]));
  return new Problem(status, code, faults.length === 1 && first ? first[1] : check, details);
}

/** "Please enter …" of the specification's generic form messages, with the field's name in it. */
export function required(label: Words): Words {
  // In the middle of a Vietnamese sentence a field's name is written small; "SKU" stays as it is.
  const vi = label.vi.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
  return { vi: `Vui lòng nhập ${vi}`, en: `Please enter ${label.en}` };
}
