/** Where a secret belongs. What was sealed under one context opens under no other. */
export interface SealContext {
  /** The tenant's uuid; empty for what belongs to the installation, such as identity signing keys. */
  tenantId: string;
  /** What the secret is for: `partners.credential`, `identity.signing_key`. */
  purpose: string;
  /** The row that holds it. */
  id: string;
  /** Rises with each new value of the row, so that an old one cannot be put back. */
  version: number;
}

export const formatVersion = 1;

/**
 * Associated data of both seals. Each part is preceded by its length, so that no two contexts are
 * spelled alike.
 */
export function associatedData(context: SealContext, part: 'key' | 'payload'): Buffer {
  if (!Number.isSafeInteger(context.version) || context.version < 0) {
    throw new RangeError('The version of a sealed secret is a whole number from 0');
  }
  const components = [
    'seller-connect vault',
    String(formatVersion),
    part,
    context.tenantId,
    context.id,
    String(context.version),
    context.purpose,
  ];
  return Buffer.concat(
    components.flatMap((text) => {
      const bytes = Buffer.from(text, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}
