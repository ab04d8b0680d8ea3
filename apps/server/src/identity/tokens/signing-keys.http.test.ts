import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeProtectedHeader,
  generateKeyPair,
  jwtVerify,
} from 'jose';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { BackupStorage } from '../../platform/backup/storage/backup-storage.ts';
import { openFolder } from '../../platform/backup/storage/folder.ts';
import { writeBackup } from '../../platform/backup/write-backup.ts';
import { createVault, createKeyring } from '../../platform/vault/vault.ts';
import { locationOf, signInForTokens } from '../testing/browser.ts';
import { appOrigin, startIdentity, type TestIdentity } from '../testing/start-identity.ts';

let running: TestIdentity;
beforeEach(async () => {
  running = await startIdentity();
});
afterEach(() => running.stop());

const KeySet = Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() })) });
async function readKeys() {
  const answer = await fetch(new URL('/oauth/jwks', running.origin));
  const keys: unknown = await answer.json();
  if (!Value.Check(KeySet, keys)) throw new Error('not a key set');
  return keys;
}
const publishedKeys = () => createRemoteJWKSet(new URL('/oauth/jwks', running.origin));
const expected = () => ({ issuer: running.origin, audience: 'seller-connect-web' });

describe('signing keys', () => {
  it('rotate without interruption: old ID tokens verify, new ones use the new key', async () => {
    const before = await signInForTokens(running.origin);
    await jwtVerify(before.tokens.id_token, publishedKeys(), expected());
    await running.identity.rotateSigningKeys({ aheadMs: 0 });

    const after = await signInForTokens(running.origin);
    const kid = (token: string) => decodeProtectedHeader(token).kid;
    expect(kid(after.tokens.id_token)).not.toBe(kid(before.tokens.id_token));
    await jwtVerify(after.tokens.id_token, publishedKeys(), expected());
    await jwtVerify(before.tokens.id_token, publishedKeys(), expected());

    // The old token is still a valid hint for signing out.
    const parameters = new URLSearchParams({
      id_token_hint: before.tokens.id_token,
      post_logout_redirect_uri: appOrigin,
    });
    const out = await before.browser.fetch(`/oauth/logout?${parameters.toString()}`);
    expect(locationOf(out).origin).toBe(appOrigin);
  });

  it('are published before they sign', async () => {
    const before = await signInForTokens(running.origin);
    const known = await readKeys();
    await running.identity.rotateSigningKeys();
    expect((await readKeys()).keys.length).toBe(known.keys.length + 2);
    const after = await signInForTokens(running.origin);
    await jwtVerify(after.tokens.id_token, createLocalJWKSet(known), expected());
    expect(decodeProtectedHeader(after.tokens.id_token).kid).toBe(
      decodeProtectedHeader(before.tokens.id_token).kid,
    );
  });

  it('are deleted when the last token they signed has expired', async () => {
    const count = async () => (await running.admin('select 1 from identity.signing_key')).length;
    await running.identity.rotateSigningKeys();
    expect(await count()).toBe(4);
    await running.identity.maintain(new Date(Date.now() + 30 * 60_000));
    expect(await count()).toBe(4);
    await running.identity.maintain(new Date(Date.now() + 3 * 3_600_000));
    expect(await count()).toBe(2);
  });

  it('rotate while a backup runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backup-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const working = openFolder(folder);
    let rotation: Promise<void> | undefined;
    const storage: BackupStorage = {
      ...working,
      async write(object, bytes) {
        await (rotation ??= running.identity.rotateSigningKeys());
        await working.write(object, bytes);
      },
    };
    await writeBackup({
      storage,
      passphrase: 'bốn con mèo trên mái nhà',
      databaseUrl: running.url,
      keyFolder: null,
      costLog2: 10,
    });
    expect((await readKeys()).keys).toHaveLength(4);
  });

  it('rotate when they are 90 days old', async () => {
    const count = async () => (await running.admin('select 1 from identity.signing_key')).length;
    await running.identity.maintain();
    expect(await count()).toBe(2);
    await running.admin("update identity.signing_key set created_at = now() - interval '91 days'");
    await Promise.all([running.identity.maintain(), running.identity.maintain()]);
    expect(await count()).toBe(4);
  });

  it('are rewrapped with the newest vault key, so that the old one can be removed', async () => {
    const key = (id: string) => ({ id, bytes: randomBytes(32) });
    const [old, newest] = [key('2025'), key('2026')];
    await running.stop();
    running = await startIdentity({}, { vault: createVault(createKeyring([old])) });
    const { tokens } = await signInForTokens(running.origin);
    const wrappedBy = async () => {
      const rows = await running.admin(
        'select sealed_private_jwk as sealed from identity.signing_key',
      );
      const { keyIdOf } = createVault(createKeyring([newest]));
      return rows.map(({ sealed }) => (Buffer.isBuffer(sealed) ? keyIdOf(sealed) : 'not bytes'));
    };
    expect(await wrappedBy()).toEqual(['2025', '2025']);
    await running.restart({}, createVault(createKeyring([newest, old])));
    expect(await wrappedBy()).toEqual(['2026', '2026']);

    await running.restart({}, createVault(createKeyring([newest])));
    await jwtVerify(tokens.id_token, publishedKeys(), expected());
    const after = await signInForTokens(running.origin);
    const kid = (token: string) => decodeProtectedHeader(token).kid;
    expect(kid(after.tokens.id_token)).toBe(kid(tokens.id_token));
  });

  it('that cannot be replaced do not keep expired rows from being deleted', async () => {
    await running.stop();
    let isBroken = false;
    running = await startIdentity(
      {},
      {
        generateKeyPair: async (...options) => {
          if (isBroken) throw new Error('no new keys');
          return generateKeyPair(...options);
        },
      },
    );
    await signInForTokens(running.origin);
    isBroken = true;
    const later = new Date(Date.now() + 100 * 86_400_000);
    await expect(running.identity.maintain(later)).rejects.toThrow('no new keys');
    expect(await running.admin('select model from identity.artifact')).toEqual([]);
  });

  it('survive a restart, and their private keys are sealed', async () => {
    const { tokens } = await signInForTokens(running.origin);
    await running.restart();
    await jwtVerify(tokens.id_token, publishedKeys(), expected());
    const rows = await running.admin(
      'select sealed_private_jwk as sealed from identity.signing_key',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const { sealed } = row;
      if (!Buffer.isBuffer(sealed)) throw new Error('not bytes');
      expect(sealed.toString('latin1')).not.toContain('"d"');
    }
    const published = await (await fetch(new URL('/oauth/jwks', running.origin))).text();
    expect(published).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  });
});
