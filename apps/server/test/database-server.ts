import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '@seller-connect/embedded-postgres';
import { migrate } from '../src/platform/database/migrations.ts';
import { templateDatabase } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's URL of the server of this test run. */
    databaseServer: string;
  }
}

/** Used if the run has no folder in memory. */
const folderOnDisk = join(import.meta.dirname, '../../../.cache/test-databases');

/** Starts one database server for the whole run and prepares the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = project.config.env['TMPDIR'] ?? join(folderOnDisk, String(process.pid));
  mkdirSync(folder, { recursive: true });
  removeStaleRuns(dirname(folder));
  const dataDir = join(folder, 'server');
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
    removeRun(folder);
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
function removeStaleRuns(runsFolder: string): void {
  for (const name of readdirSync(runsFolder)) {
    try {
      process.kill(Number(name), 0);
    } catch {
      removeRun(join(runsFolder, name));
    }
  }
}

/** Removes what can be removed: a test that was killed may have left a file system mounted in its folder. */
function removeRun(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    process.stderr.write(`${folder} could not be removed: ${String(error)}\n`);
  }
}
