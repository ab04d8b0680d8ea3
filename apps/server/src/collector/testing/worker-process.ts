/** A worker as a program of its own, so that a test can kill it. */
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { assemble } from './assembly.ts';
import { DyingMoment, dyingDatabase } from './dying-database.ts';

const { DATABASE_URL: databaseUrl, LAZADA_URL: lazadaUrl } = process.env;
if (!databaseUrl || !lazadaUrl) throw new Error('DATABASE_URL and LAZADA_URL are needed');
const Settings = Type.Record(Type.String(), Type.String());
const Moment = Type.Union([DyingMoment, Type.Null()]);
const diesAt = Value.Parse(Moment, JSON.parse(process.env['DIES_AT'] ?? 'null'));
const assembly = await assemble({
  databaseUrl,
  lazadaUrl,
  callsPerSecond: Number(process.env['CALLS_PER_SECOND'] ?? 1000),
  environment: Value.Parse(Settings, JSON.parse(process.env['PARTNER_SETTINGS'] ?? '{}')),
  through: (database) => (diesAt ? dyingDatabase(database, diesAt) : database),
  logLevel: process.env['LOG_LEVEL'] ?? 'error',
});
const soon = { leaseMs: 700, sliceMs: 1500, lookEveryMs: 150, changesEveryMs: 60_000 };
await assembly.collector.work({
  concurrency: 3,
  ...(process.env['AS_SHIPPED'] !== 'true' && soon),
  // One that is to die where a stream is left has to leave it, whoever waits.
  ...(diesAt && { longestSliceMs: 1500 }),
});
process.stdout.write('working\n');
