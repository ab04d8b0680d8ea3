/** Validation and formatting of contact data, shared by browser and server. */

/**
 * Returns whether `text` has the form of an email address: local part, at sign, domain with a dot, 254 characters at
 * most.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text);
}

/**
 * Converts a phone number to E.164. A Vietnamese national number (leading 0) gets +84. Returns null for any other text.
 *
 * Vietnamese subscriber numbers have nine digits (mobile) or ten (landline with area code).
 */
export function toE164(text: string): string | null {
  const digits = text.replaceAll(/[\s.\-()]/g, '');
  const national = /^0(\d{9,10})$/.exec(digits);
  if (national) return `+84${national[1]}`;
  const international = /^(?:\+|00)([1-9]\d{7,14})$/.exec(digits);
  if (!international?.[1]) return null;
  // Users type +84 0912…; the national zero does not belong there.
  return `+${international[1].replace(/^840/, '84')}`;
}

/** Formats an E.164 number for display: Vietnamese ones as `0912 345 678`, others unchanged. */
export function formatPhone(e164: string): string {
  const mobile = /^\+84(\d{3})(\d{3})(\d{3})$/.exec(e164);
  if (mobile) return `0${mobile[1]} ${mobile[2]} ${mobile[3]}`;
  const landline = /^\+84(\d{2})(\d{4})(\d{4})$/.exec(e164);
  return landline ? `0${landline[1]} ${landline[2]} ${landline[3]}` : e164;
}
