/**
 * How a password is looked for: as it is, without accents, spaces, punctuation and capitals, and that without digits
 * at its end. People vary a known one in just these ways.
 */
export function formsOf(password: string): string[] {
  const plain = password
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[^\p{L}\p{N}]/gu, '');
  const bare = plain.replace(/^\d+|\d+$/g, '');
  // What is left may be any short word; too little to tell anything from.
  return [...new Set([password, plain, ...(bare.length >= 10 ? [bare] : [])])];
}
