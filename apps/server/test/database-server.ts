import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/supervisor.ts';
import { migrate } from '../src/platform/database/migrations.ts';
import { templateDatabase } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of the server of this test run. */
    databaseServer: string;
  }
}

const runsFolder = join(import.meta.dirname, '../../../.cache/test-databases');

/** Starts one database server for the whole run and prepares the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  mkdirSync(runsFolder, { recursive: true });
  removeStaleRuns();
  const dataDir = join(runsFolder, String(process.pid));
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, testing: true });
  try {
    await execute(server.connectionString, `create database ${templateDatabase}`);
    const template = new URL(server.connectionString);
    template.pathname = `/${templateDatabase}`;
    await migrate(template.href);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('databaseServer', server.connectionString);
  return async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Removes the data of killed runs. */
function removeStaleRuns(): void {
  for (const name of readdirSync(runsFolder)) {
    try {
      process.kill(Number(name), 0);
    } catch {
      rmSync(join(runsFolder, name), { recursive: true, force: true });
    }
  }
}
