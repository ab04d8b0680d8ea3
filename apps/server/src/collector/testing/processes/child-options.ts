import { writeSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { CrashPoint, createCrasher } from '../../../platform/database/testing/crash-points.ts';
import '../shifted-clock.ts';

/** Leases and intervals of a worker of a test, so that it notices soon what has changed. */
export const shortIntervals = {
  concurrency: 3,
  leaseMs: 700,
  sliceMs: 1500,
  pollIntervalMs: 150,
  changesEveryMs: 60_000,
};

const Settings = Type.Record(Type.String(), Type.String());
const CrashPoints = Type.Array(CrashPoint);

/** Reads the options that `startKillableChild` passes to a program. */
export function readChildOptions() {
  // The end of standard input means that the parent process has died.
  process.stdin.once('end', () => process.exit());
  const { DATABASE_URL: databaseUrl, LAZADA_URL: lazadaUrl } = process.env;
  if (!databaseUrl || !lazadaUrl) throw new Error('DATABASE_URL and LAZADA_URL are needed');
  const crashPoints = Value.Parse(CrashPoints, JSON.parse(process.env['DIES_AT'] ?? '[]'));
  // Synchronous, because queued output would be lost with the process.
  const { through, onAnswered } = createCrasher(crashPoints, (moment) => {
    writeSync(process.stdout.fd, `died ${crashPoints.indexOf(moment)}\n`);
  });
  const options = {
    databaseUrl,
    lazadaUrl,
    callsPerSecond: Number(process.env['CALLS_PER_SECOND'] ?? 1000),
    environment: Value.Parse(Settings, JSON.parse(process.env['PARTNER_SETTINGS'] ?? '{}')),
    through,
    logLevel: process.env['LOG_LEVEL'] ?? 'error',
  };
  return { options, onAnswered, hasCrashPoint: crashPoints.length > 0 };
}
