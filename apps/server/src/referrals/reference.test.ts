import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyring } from '../platform/vault/vault.ts';
import { createReferenceKeys } from './reference.ts';

const key = (id: string) => ({ id, bytes: randomBytes(32) });
const old = key('2026-a');
const fresh = key('2026-b.with-a-dot');
const now = new Date('2026-11-22T02:00:00Z');
const says = {
  toolId: 'abc',
  returnAddress: 'https://tool.example/quay-lại?a=b',
  expiresAt: new Date('2026-11-22T03:00:00Z'),
};

const keys = await createReferenceKeys(createKeyring([old]));
const reference = keys.sign(says);

describe('a refer reference', () => {
  it('contains what was signed, and is unique', () => {
    expect(keys.open(reference, now)).toMatchObject({ valid: true, reference: says });
    expect(keys.sign(says)).not.toBe(reference);
    expect(reference).toMatch(/^r1\.[\w-]{8}\.[\w-]+\.[\w-]{43}$/);
  });

  it('expires', () => {
    expect(keys.open(reference, new Date(says.expiresAt.getTime() - 1)).valid).toBe(true);
    expect(keys.open(reference, says.expiresAt)).toMatchObject({ reason: 'expired' });
  });

  it('is invalid after a change of any character', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: reference.length - 1 }),
        fc.constantFrom('A', 'b', '0', '_', '.', '-', '~', '='),
        (at, character) => {
          fc.pre(reference[at] !== character);
          const changed = `${reference.slice(0, at)}${character}${reference.slice(at + 1)}`;
          expect(keys.open(changed, now).valid).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['malformed', ''],
    ['malformed', 'r1.a.b'],
    ['malformed', 'r1.a.b.c.d'],
    ['unknown_version', 'r2.a.b.c'],
    ['unknown_key', 'r1.a.b.c'],
  ])('is %s: "%s"', (reason, text) => {
    expect(keys.open(text, now)).toMatchObject({ valid: false, reason });
  });

  it('is tampered with when its payload was replaced', () => {
    const [version, name, , mac] = reference.split('.');
    const payload = Buffer.from('["abc","https://evil.example/",9999999999,"n"]');
    const forged = [version, name, payload.toString('base64url'), mac].join('.');
    expect(keys.open(forged, now)).toMatchObject({ reason: 'tampered' });
  });

  it('survives a key rotation until the old key is removed', async () => {
    const turned = await createReferenceKeys(createKeyring([fresh, old]));
    expect(turned.open(reference, now).valid).toBe(true);
    expect(keys.open(turned.sign(says), now)).toMatchObject({ reason: 'unknown_key' });
    const without = await createReferenceKeys(createKeyring([fresh]));
    expect(without.open(reference, now)).toMatchObject({ reason: 'unknown_key' });
    const sameName = await createReferenceKeys(createKeyring([{ ...old, bytes: randomBytes(32) }]));
    expect(sameName.open(reference, now)).toMatchObject({ reason: 'tampered' });
  });
});
