import { expect, it } from 'vitest';
import { withTestDatabase } from '../harness/test-database.ts';
import { soakRolling } from './rolling.ts';

it('fails no call, loses no push and spends no token twice when a version is replaced under load', async () => {
  expect(await soakRolling(60, { isShort: true, withDatabase: withTestDatabase })).toEqual([]);
}, 1_200_000);
