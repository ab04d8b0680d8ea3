import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { templateDatabase } from './template.ts';

export type TestDatabase = {
  /** A postgres:// URL of the superuser for a migrated database of its own. */
  url: string;
  /** Ends every connection to the database and removes it. */
  drop(): Promise<void>;
};

/** Copies the migrated template; takes a few tens of milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template ${templateDatabase} strategy file_copy`);
  const url = new URL(inject('databaseServer'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('databaseServer') });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
