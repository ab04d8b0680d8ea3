import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { templateDatabase } from './template.ts';

export type TestDatabase = {
  /** A postgres:// URL of the superuser for a database of its own. */
  url: string;
  /** Ends every connection to the database and removes it. */
  drop(): Promise<void>;
};

/** Copies the migrated template; takes a few tens of milliseconds. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(`template ${templateDatabase} strategy file_copy`);
}

/** Creates a database without any schema of ours, owned by `owner` or by the superuser. */
export function createEmptyDatabase(owner?: string): Promise<TestDatabase> {
  return createDatabase(owner === undefined ? '' : `owner ${owner}`);
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} ${options}`);
  const url = new URL(inject('databaseServer'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

/** Opened once per process of tests: a connection costs as much as a third of a copy. */
let server: Pool | undefined;

/** Runs a statement as the superuser, outside of the databases of tests. */
export async function onServer(statement: string): Promise<void> {
  server ??= openServer();
  await server.query(statement);
}

function openServer(): Pool {
  const pool = new Pool({
    connectionString: inject('databaseServer'),
    max: 2,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server stops at the end of the run.
  pool.on('error', () => {});
  return pool;
}
