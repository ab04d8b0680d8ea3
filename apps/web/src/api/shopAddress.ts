const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The shop that an address narrows a screen to; null for all of them, and for what is no shop's id. */
export function shopFrom(value: unknown): string | null {
  return typeof value === 'string' && uuid.test(value) ? value : null;
}
