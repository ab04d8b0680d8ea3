import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigurationError } from '../config/configuration.ts';
import { createVault, createKeyring, loadKeyring, VaultError, type SealContext } from './vault.ts';
import { openBytes, sealBytes } from './seal.ts';

const key = (id: string) => ({ id, bytes: randomBytes(32) });
const old = key('2026-a');
const fresh = key('2026-b');
const context: SealContext = {
  tenantId: '0198f0a0-0000-7000-8000-000000000001',
  purpose: 'partners.credential',
  id: '0198f0a0-0000-7000-8000-0000000000aa',
  version: 3,
};
const secret = Buffer.from('{"accessToken":"5000…"}');

describe('the vault', () => {
  const vault = createVault(createKeyring([old]));

  it('returns what was sealed, and never seals to the same bytes twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (plaintext) => {
        const sealed = await vault.seal(context, plaintext);
        expect(Buffer.from(plaintext).equals(await vault.open(context, sealed))).toBe(true);
        expect(sealed.equals(await vault.seal(context, plaintext))).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  it.each<[string, Partial<SealContext>]>([
    ['another tenant', { tenantId: '0198f0a0-0000-7000-8000-000000000002' }],
    ['another row', { id: '0198f0a0-0000-7000-8000-0000000000ab' }],
    ['an older version', { version: 2 }],
    ['another purpose', { purpose: 'identity.signing_key' }],
  ])('opens nothing that was copied to %s', async (_name, other) => {
    const sealed = await vault.seal(context, secret);
    await expect(vault.open({ ...context, ...other }, sealed)).rejects.toThrow(VaultError);
  });

  it('separates contexts whose parts concatenate to the same text', async () => {
    const sealed = await vault.seal({ ...context, id: 'ab', purpose: 'c' }, secret);
    await expect(vault.open({ ...context, id: 'a', purpose: 'bc' }, sealed)).rejects.toThrow(
      VaultError,
    );
  });

  it('detects any changed byte and any truncation', async () => {
    const sealed = await vault.seal(context, secret);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(vault.open(context, changed)).rejects.toThrow(VaultError);
      await expect(vault.open(context, sealed.subarray(0, at))).rejects.toThrow(VaultError);
    }
  });

  it('refuses a truncated authentication tag', () => {
    const sealed = sealBytes(old.bytes, Buffer.alloc(0), Buffer.alloc(0));
    expect(() => openBytes(old.bytes, sealed.subarray(0, 16), Buffer.alloc(0))).toThrow('shorter');
  });

  it('seals with the new key, and still opens what the old one sealed', async () => {
    const before = await vault.seal(context, secret);
    const both = createVault(createKeyring([fresh, old]));
    expect(await both.open(context, before)).toEqual(secret);
    expect(both.keyIdOf(await both.seal(context, secret))).toBe('2026-b');
    const rewrapped = await both.rewrap(context, before);
    if (rewrapped === null) throw new Error('It was wrapped by the old key');
    expect(both.keyIdOf(rewrapped)).toBe('2026-b');
    expect(await both.rewrap(context, rewrapped)).toBeNull();
    // The old key is no longer needed; the payload itself is unchanged.
    expect(await createVault(createKeyring([fresh])).open(context, rewrapped)).toEqual(secret);
    expect(rewrapped.subarray(-secret.length)).toEqual(before.subarray(-secret.length));
    await expect(createVault(createKeyring([fresh])).open(context, before)).rejects.toThrow(
      '"2026-a"',
    );
    await expect(both.rewrap({ ...context, version: 4 }, before)).rejects.toThrow(VaultError);
  });

  it('seals text for the identity provider', async () => {
    const contextOf = (id: string) => ({ ...context, purpose: 'identity.signing_key', id });
    const sealed = await vault.seal(contextOf('kid-1'), Buffer.from('{"d":"ñ"}', 'utf8'));
    expect((await vault.open(contextOf('kid-1'), sealed)).toString('utf8')).toBe('{"d":"ñ"}');
    await expect(vault.open(contextOf('kid-2'), sealed)).rejects.toThrow(VaultError);
    expect(sealed.toString('latin1')).not.toContain('"d"');
  });
});

const folder = await mkdtemp(join(tmpdir(), 'seller-connect-vault-'));

describe('the keyring', () => {
  afterAll(() => rm(folder, { recursive: true }));

  it('loads its keys from the configuration, newest first', async () => {
    const keys = [fresh, old]
      .map(({ id, bytes }) => `${id}:${bytes.toString('base64')}`)
      .join(', ');
    const ring = await loadKeyring({ keys, dataDir: folder, mayUseFile: false });
    expect(ring.keyIds).toEqual(['2026-b', '2026-a']);
  });

  it.each([
    'a',
    'a:c2hvcnQ=',
    `a:${'A'.repeat(43)}!`,
    `a b:${'A'.repeat(43)}=`,
    `a:${'A'.repeat(43)}=,a:${'B'.repeat(42)}A=`,
    '',
  ])('refuses the keys %j without repeating them', async (keys) => {
    const failure: unknown = await loadKeyring({ keys, dataDir: folder, mayUseFile: true }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ConfigurationError);
    expect(String(failure)).not.toContain('AAAA');
  });

  it('creates one private key file for processes that start together, and reuses it', async () => {
    const dataDir = join(folder, 'fresh');
    const load = () => loadKeyring({ keys: undefined, dataDir, mayUseFile: true });
    const rings = await Promise.all([load(), load(), load(), load()]);
    const [first] = rings;
    for (const ring of [...rings, await load()]) expect(ring.keyIds).toEqual(first?.keyIds);
    expect(await readdir(dataDir)).toEqual(['vault.key']);
    expect((await stat(join(dataDir, 'vault.key'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(dataDir, 'vault.key'), 'utf8')).toMatch(/^local-[0-9a-f]{8}:/);
  });

  it('refuses a key file that is readable by others', async () => {
    const dataDir = join(folder, 'open');
    await loadKeyring({ keys: undefined, dataDir, mayUseFile: true });
    await chmod(join(dataDir, 'vault.key'), 0o644);
    await expect(loadKeyring({ keys: undefined, dataDir, mayUseFile: true })).rejects.toThrow(
      'chmod 600',
    );
  });

  it('does not fall back to a key file in production', async () => {
    const dataDir = join(folder, 'production');
    await expect(loadKeyring({ keys: undefined, dataDir, mayUseFile: false })).rejects.toThrow(
      'VAULT_KEYS must be set',
    );
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });
});
