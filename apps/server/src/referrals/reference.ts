import { createHmac, hash, randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { equalsInConstantTime } from '../platform/secrets.ts';
import type { KeyProvider } from '../platform/vault/vault.ts';
import { parseJson } from '../platform/parse-json.ts';

/**
 * A reference is `r1.<key>.<payload>.<mac>`: a version, the name of the signing key, the payload (JSON in base64url)
 * and HMAC-SHA-256 over everything before it. It grants no access: whoever opens the link still has to sign in.
 */
const version = 'r1';

export interface Reference {
  toolId: string;
  returnAddress: string;
  expiresAt: Date;
  /** Distinguishes links with equal contents. Identifies the link in the log. */
  nonce: string;
}

/** Why a reference is invalid. Only logged. */
export type InvalidReason =
  | 'malformed'
  | 'unknown_version'
  | 'unknown_key'
  | 'tampered'
  | 'unreadable'
  | 'expired';

type OpenResult =
  | { valid: true; reference: Reference }
  | { valid: false; reason: InvalidReason; nonce: string | null };

export interface ReferenceKeys {
  sign(reference: Omit<Reference, 'nonce'>): string;
  open(text: string, now: Date): OpenResult;
}

const Payload = Type.Tuple([Type.String(), Type.String(), Type.Integer(), Type.String()]);

/** Derives the signing keys from the vault's keys. The newest key signs, all configured keys verify. */
export async function createReferenceKeys(keys: KeyProvider): Promise<ReferenceKeys> {
  const ring = await Promise.all(
    keys.keyIds.map(async (keyId) => ({
      // A hash, so that links do not reveal the ids of the vault's keys.
      name: hash('sha256', `refer link ${keyId}`, 'base64url').slice(0, 8),
      key: await keys.deriveKey(keyId, 'refer links'),
    })),
  );
  const [newest] = ring;
  if (newest === undefined) throw new Error('A keyring needs at least one key');
  const macOf = (key: Buffer, signed: string) =>
    createHmac('sha256', key).update(signed).digest('base64url');

  return {
    sign({ toolId, returnAddress, expiresAt }) {
      const seconds = Math.floor(expiresAt.getTime() / 1000);
      const nonce = randomBytes(12).toString('base64url');
      const payload = JSON.stringify([toolId, returnAddress, seconds, nonce]);
      const signed = `${version}.${newest.name}.${Buffer.from(payload).toString('base64url')}`;
      return `${signed}.${macOf(newest.key, signed)}`;
    },
    open(text, now) {
      const refused = (reason: InvalidReason, nonce: string | null = null): OpenResult => ({
        valid: false,
        reason,
        nonce,
      });
      const [given, name, payload, mac, ...rest] = text.split('.');
      if (!given || !name || !payload || !mac || rest.length > 0) return refused('malformed');
      if (given !== version) return refused('unknown_version');
      const found = ring.find((each) => each.name === name);
      if (!found) return refused('unknown_key');
      const expected = macOf(found.key, `${given}.${name}.${payload}`);
      if (!equalsInConstantTime(mac, expected)) return refused('tampered');
      const reference = read(payload);
      if (!reference) return refused('unreadable');
      if (reference.expiresAt <= now) return refused('expired', reference.nonce);
      return { valid: true, reference };
    },
  };
}

function read(payload: string): Reference | null {
  const value = parseJson(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!Value.Check(Payload, value)) return null;
  const [toolId, returnAddress, seconds, nonce] = value;
  return { toolId, returnAddress, expiresAt: new Date(seconds * 1000), nonce };
}
