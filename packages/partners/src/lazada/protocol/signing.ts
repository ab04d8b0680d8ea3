import { createHmac } from 'node:crypto';

/**
 * Signs a request: upper-case hex HMAC-SHA256 over the path and all parameters, sorted by name in byte order and
 * concatenated as raw text without separators.
 * @param path without host and without `/rest`
 * @param parameters system and business parameters, without `sign`
 */
export function sign(
  path: string,
  parameters: Readonly<Record<string, string>>,
  secret: string,
): string {
  // The default sort compares UTF-16 code units, which equals byte order for these ASCII names. A locale-aware order
  // would put `access_token` before `TradeOrder…`, and the signature would be rejected.
  const names = Object.keys(parameters).toSorted();
  let base = path;
  for (const name of names) {
    const value = parameters[name] ?? '';
    if (name !== '' && value !== '') base += name + value;
  }
  return createHmac('sha256', secret).update(base, 'utf8').digest('hex').toUpperCase();
}
