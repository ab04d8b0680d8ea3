import { writeSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { CrashPoint, createCrasher } from '../../platform/database/testing/crash-points.ts';

const Settings = Type.Record(Type.String(), Type.String());
const CrashPoints = Type.Array(CrashPoint);

const MachineDate = Date;

/** Sets the clock of this process so far ahead of the machine's, or back, as if somebody had set the machine's. */
function setClock(aheadMs: number): void {
  const now = () => MachineDate.now() + aheadMs;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, given) =>
      given.length === 0 ? new target(now()) : Reflect.construct(target, given),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

/** What a program that tests kill was started with, as `startMortalChild` hands it over. */
export function readChildOptions() {
  // Its input ends with the process that started it; each line of it sets the clock.
  process.stdin
    .on('data', (line: Buffer) => setClock(Number(line)))
    .once('end', () => process.exit());
  const { DATABASE_URL: databaseUrl, LAZADA_URL: lazadaUrl } = process.env;
  if (!databaseUrl || !lazadaUrl) throw new Error('DATABASE_URL and LAZADA_URL are needed');
  const crashPoints = Value.Parse(CrashPoints, JSON.parse(process.env['DIES_AT'] ?? '[]'));
  // At once: what is only queued would die with the process.
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
  return { options, onAnswered, isToDie: crashPoints.length > 0 };
}
