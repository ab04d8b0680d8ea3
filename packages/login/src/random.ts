const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Random text from the system's generator, 6 bits per character. The alphabet has 64 symbols, so
 * the low 6 bits of a byte pick one without bias.
 */
export function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => alphabet.charAt(byte & 63)).join('');
}
