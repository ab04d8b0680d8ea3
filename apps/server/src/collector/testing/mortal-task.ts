import { writeSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { DyingMoment, dying } from '../../platform/testing/dying-moments.ts';

const Settings = Type.Record(Type.String(), Type.String());
const Moments = Type.Array(DyingMoment);

/** What a program that tests kill was started with, as `startMortalChild` hands it over. */
export function mortalTask() {
  process.stdin.resume().once('end', () => process.exit());
  const { DATABASE_URL: databaseUrl, LAZADA_URL: lazadaUrl } = process.env;
  if (!databaseUrl || !lazadaUrl) throw new Error('DATABASE_URL and LAZADA_URL are needed');
  const diesAt = Value.Parse(Moments, JSON.parse(process.env['DIES_AT'] ?? '[]'));
  // At once: what is only queued would die with the process.
  const { through, onAnswered } = dying(diesAt, (moment) => {
    writeSync(process.stdout.fd, `died ${diesAt.indexOf(moment)}\n`);
  });
  const options = {
    databaseUrl,
    lazadaUrl,
    callsPerSecond: Number(process.env['CALLS_PER_SECOND'] ?? 1000),
    environment: Value.Parse(Settings, JSON.parse(process.env['PARTNER_SETTINGS'] ?? '{}')),
    through,
    logLevel: process.env['LOG_LEVEL'] ?? 'error',
  };
  return { options, onAnswered, isToDie: diesAt.length > 0 };
}
