import { createHmac } from 'node:crypto';

/**
 * Lazada's request signature: HMAC-SHA256 in upper-case hex over the path and all parameters,
 * sorted by name in byte order, as raw text without separators.
 * @param path without host and without `/rest`
 * @param parameters system and business parameters alike, without `sign`
 */
export function sign(
  path: string,
  parameters: Readonly<Record<string, string>>,
  secret: string,
): string {
  // The default sort compares UTF-16 code units, which for these ASCII names is byte order;
  // a locale's order would put `access_token` before `TradeOrder…` and be refused.
  const names = Object.keys(parameters).toSorted();
  let base = path;
  for (const name of names) {
    const value = parameters[name] ?? '';
    if (name !== '' && value !== '') base += name + value;
  }
  return createHmac('sha256', secret).update(base, 'utf8').digest('hex').toUpperCase();
}
