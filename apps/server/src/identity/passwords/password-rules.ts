import { maxPasswordBytes } from './password-hasher.ts';

/** Minimum length, in characters, of a password that is the only factor (NIST SP 800-63B-4, 3.1.1.2). */
const minPasswordLength = 15;

/** Why a password is rejected; the login area has a message for each reason. */
export type PasswordRejection =
  | 'password_too_short'
  | 'password_too_long'
  | 'password_common'
  | 'password_personal';

/** What an attacker is assumed to know about the user. */
interface PasswordContext {
  name: string | null;
  email: string | null;
}

export interface PasswordRules {
  /** Checks a password exactly as received. Resolves to null when it is acceptable. */
  judge(password: string, context: PasswordContext): Promise<PasswordRejection | null>;
}

/** Minimum length of what remains after everything predictable is removed. */
const minUnpredictableLength = 6;

/** Elements of the most common passwords, worldwide and in Vietnam. */
const commonElements = `
  password passw0rd passwort parola contrasena motdepasse matkhau pass administrator admin root
  user guest login default secret master iloveyou loveyou anhyeuem emyeuanh yeuem yeuanh saigon
  hanoi vietnam welcome letmein changeme trustno whatever freedom hello sunshine princess monkey
  dragon shadow superman batman pokemon starwars football baseball basketball soccer liverpool
  chelsea arsenal barcelona michael jordan ashley jessica charlie daniel computer internet
  samsung iphone google facebook lazada shopee tiktok tiki zalo qwertyuiop qwerty qwertz azerty
  asdfghjkl asdfgh asdf zxcvbnm zxcv qazwsxedc qazwsx 1q2w3e4r5t 1q2w3e4r 1q2w3e 1qaz2wsx
  q1w2e3r4 zaq12wsx abcdef abcd abc123 abc test demo temp summer winter spring autumn monday
  january company account seller shop
`
  .trim()
  .split(/\s+/)
  .toSorted((a, b) => b.length - a.length);

const productWords = ['seller connect', 'sellerconnect', 'seller', 'connect'];

const keyboardRows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
];
const keySequences = keyboardRows.flatMap((row) => [row, Array.from(row).toReversed().join('')]);

const leetCharacters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** @param isBreached whether a password is in a collection of breached ones; called last */
export function createPasswordRules(
  isBreached: (password: string) => Promise<boolean>,
): PasswordRules {
  return {
    async judge(password, context) {
      if (Buffer.byteLength(password) > maxPasswordBytes) return 'password_too_long';
      if (Array.from(password).length < minPasswordLength) return 'password_too_short';
      if (isPersonal(password, context)) return 'password_personal';
      if (isPredictable(password)) return 'password_common';
      return (await isBreached(password)) ? 'password_common' : null;
    },
  };
}

/** Whether the password consists of the product's name, the user's name and address, and little else. */
function isPersonal(password: string, { name, email }: PasswordContext): boolean {
  const [mailbox = '', domain = ''] = (email ?? '').split('@');
  const personalTexts = [
    ...productWords,
    name ?? '',
    mailbox,
    domain,
    ...domain.split('.').slice(0, 1),
  ];
  const personalWords = personalTexts
    .flatMap((each) => [normalizeText(each), ...each.split(/[\s.+_-]+/).map(normalizeText)])
    .filter((each) => each.length >= 3)
    .toSorted((a, b) => b.length - a.length);
  const text = normalizeText(password);
  const left = removeWords(text, personalWords);
  return left.length < text.length && stripPredictable(left).length < minUnpredictableLength;
}

/** Whether the password consists of common words, key sequences, years or repetitions. */
function isPredictable(password: string): boolean {
  const text = normalizeText(password);
  const unit = repeatingUnit(text);
  return (
    stripPredictable(unit).length < minUnpredictableLength ||
    stripPredictable(undoLeetSpelling(unit)).length < minUnpredictableLength
  );
}

function stripPredictable(text: string): string {
  let left = removeWords(text, commonElements);
  left = left.replace(/(?:19|20)\d\d/g, ' ');
  left = removeKeySequences(left);
  left = left.replace(/(.)\1{2,}/gu, '$1');
  const leftCharacters = Array.from(left).filter((each) => each !== ' ');
  // Repetitions of a few characters count as one of each.
  return new Set(leftCharacters).size < 5
    ? [...new Set(leftCharacters)].join('')
    : leftCharacters.join('');
}

/** Replaces words with a space, so that their neighbors do not form a new word. */
function removeWords(text: string, words: readonly string[]): string {
  return words.reduce((left, word) => left.replaceAll(word, ' '), text);
}

/** Removes four or more adjacent keys in a row, forward or backward. */
function removeKeySequences(text: string): string {
  let left = '';
  for (let at = 0; at < text.length;) {
    const run = keySequenceLength(text, at);
    left += run >= 4 ? ' ' : text.slice(at, at + 1);
    at += run >= 4 ? run : 1;
  }
  return left;
}

function keySequenceLength(text: string, from: number): number {
  let maxLength = 1;
  for (const row of keySequences) {
    const start = row.indexOf(text.charAt(from));
    if (start < 0) continue;
    let length = 1;
    while (from + length < text.length && row[start + length] === text[from + length]) length += 1;
    maxLength = Math.max(maxLength, length);
  }
  return maxLength;
}

function repeatingUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const unit = text.slice(0, length);
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit;
  }
  return text;
}

/** Lowercases and removes accents, spaces and punctuation. */
function normalizeText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[\s._\-+,;:'"/\\|()[\]{}]/g, '');
}

function undoLeetSpelling(text: string): string {
  return Array.from(text, (each) => leetCharacters[each] ?? each).join('');
}
