/** A worker as a program of its own, so that a test can kill it. */
import { assemble } from './assembly.ts';

const { DATABASE_URL: databaseUrl, LAZADA_URL: lazadaUrl } = process.env;
if (!databaseUrl || !lazadaUrl) throw new Error('DATABASE_URL and LAZADA_URL are needed');
const assembly = await assemble({
  databaseUrl,
  lazadaUrl,
  callsPerSecond: Number(process.env['CALLS_PER_SECOND'] ?? 1000),
  logLevel: process.env['LOG_LEVEL'] ?? 'error',
});
await assembly.collector.work({
  concurrency: 3,
  leaseMs: 700,
  sliceMs: 1500,
  lookEveryMs: 150,
  changesEveryMs: 60_000,
});
process.stdout.write('working\n');
