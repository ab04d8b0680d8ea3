import { expect, it, onTestFinished } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '../../../test/database.ts';
import { copyInstallation } from './copy-installation.ts';
import { connect, digests, insertRows } from './testing/filled-database.ts';

it('copies every row of an installation into an empty database', async () => {
  const [source, target] = [await createTestDatabase(), await createEmptyDatabase()];
  const [from, to] = [await connect(source.url), await connect(target.url)];
  onTestFinished(async () => {
    for (const client of [from, to]) await client.end();
    for (const database of [source, target]) await database.drop();
  });
  await insertRows(from, 1);
  await copyInstallation(source.url, target.url);
  const copied = await digests(to);
  expect(Object.keys(copied).length).toBeGreaterThan(50);
  expect(copied).toEqual(await digests(from));
});

it('leaves a database without an installation empty', async () => {
  const [source, target] = [await createEmptyDatabase(), await createEmptyDatabase()];
  const to = await connect(target.url);
  onTestFinished(async () => {
    await to.end();
    for (const database of [source, target]) await database.drop();
  });
  await copyInstallation(source.url, target.url);
  const { rows } = await to.query(
    `select 1 from information_schema.tables where table_schema = 'platform'`,
  );
  expect(rows).toEqual([]);
});
