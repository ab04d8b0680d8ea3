import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestDatabase } from './database.ts';

/** Creates a database without any schema of ours, owned by `owner` or by the superuser. */
export async function createEmptyDatabase(owner?: string): Promise<TestDatabase> {
  const name = `empty_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name}${owner === undefined ? '' : ` owner ${owner}`}`);
  const url = new URL(inject('databaseServer'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer') });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
