/** Identifies the place of a secret. A secret sealed under one context cannot be opened under another. */
export interface SealContext {
  /** The tenant's UUID; empty for secrets of the installation, such as identity signing keys. */
  tenantId: string;
  /** Purpose of the secret: `partners.credential`, `identity.signing_key`. */
  purpose: string;
  /** The row that contains it. */
  id: string;
  /** Increases with each new value of the row, so that an old value cannot be restored. */
  version: number;
}

export const formatVersion = 1;

/**
 * Returns the associated data of both seals. Each part is preceded by its length, so that different contexts never have
 * the same encoding.
 */
export function associatedData(context: SealContext, part: 'key' | 'payload'): Buffer {
  if (!Number.isSafeInteger(context.version) || context.version < 0) {
    throw new RangeError('The version of a sealed secret must be a non-negative integer');
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
