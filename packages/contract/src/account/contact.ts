/** What counts as an address or a number to reach a person by; the same in the browser and on the server. */

/** Whether the text is an e-mail address as people have them: something, an at sign, a domain with a dot. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text);
}

/**
 * E.164, taking a Vietnamese national number (leading 0) as +84. Null when it is neither.
 * Vietnamese subscriber numbers have nine digits (mobile) or ten (fixed line with area code).
 */
export function toE164(text: string): string | null {
  const digits = text.replaceAll(/[\s.\-()]/g, '');
  const national = /^0(\d{9,10})$/.exec(digits);
  if (national) return `+84${national[1]}`;
  const international = /^(?:\+|00)([1-9]\d{7,14})$/.exec(digits);
  if (!international?.[1]) return null;
  // People write +84 0912…: the national zero does not belong there.
  return `+${international[1].replace(/^840/, '84')}`;
}

/** An E.164 number as people write it: a Vietnamese one as `0912 345 678`, others as they are. */
export function formatPhone(e164: string): string {
  const mobile = /^\+84(\d{3})(\d{3})(\d{3})$/.exec(e164);
  if (mobile) return `0${mobile[1]} ${mobile[2]} ${mobile[3]}`;
  const landline = /^\+84(\d{2})(\d{4})(\d{4})$/.exec(e164);
  return landline ? `0${landline[1]} ${landline[2]} ${landline[3]}` : e164;
}
