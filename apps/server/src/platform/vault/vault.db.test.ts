import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { openDatabase } from '../database/database.ts';
import { createKeyring, openVault } from './vault.ts';

const server = await createTestDatabase();
const options = { url: server.url, poolSize: 2, log: { error: () => undefined } };
const database = openDatabase({ ...options, role: 'seller_connect_app' });
const identity = openDatabase({ ...options, role: 'seller_connect_identity' });
afterAll(async () => {
  await Promise.all([database.close(), identity.close()]);
  await server.drop();
});

describe('the vault with a database', () => {
  it('starts again with the same keys for both roles, and refuses another key under a known name', async () => {
    const bytes = randomBytes(32);
    await openVault(database, createKeyring([{ id: 'k1', bytes }]));
    await openVault(identity, createKeyring([{ id: 'k1', bytes }]));
    const rotated = createKeyring([
      { id: 'k2', bytes: randomBytes(32) },
      { id: 'k1', bytes },
    ]);
    expect((await openVault(database, rotated)).currentKeyId).toBe('k2');
    await expect(
      openVault(database, createKeyring([{ id: 'k1', bytes: randomBytes(32) }])),
    ).rejects.toThrow('"k1" is not the one');
  });
});
