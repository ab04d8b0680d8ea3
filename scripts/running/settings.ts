import { isAbsolute, join, resolve } from 'node:path';
import { SetupFailure } from '../setup/setup-failure.mjs';

/** Root folder of the project. */
export const root = join(import.meta.dirname, '..', '..');

/** Same list as in the server's configuration: if one is set, the marketplaces are real. */
const marketplaceKeys = [
  'LAZADA_APP_KEY',
  'SHOPEE_PARTNER_ID',
  'TIKI_APP_ID',
  'TIKTOK_APP_KEY',
  'FACEBOOK_APP_ID',
];

const allRoles = 'web,api,identity,worker';

/** Settings that the launcher needs. The server parses and checks all settings itself. */
export type StartSettings = {
  port: number;
  identityPort: number;
  sandboxPort: number;
  /** Undefined if metrics have no port of their own. */
  metricsPort: number | undefined;
  /** Whether the sandbox replaces the marketplaces. */
  sandbox: boolean;
  dataDir: string;
  /** The host for readiness probes. */
  host: string;
  /** The roles of the server. */
  roles: ReadonlySet<string>;
  environment: Record<string, string | undefined>;
};

/** Reads the settings from the environment. Relative paths are relative to the caller's folder. */
export function readSettings(env: Record<string, string | undefined>): StartSettings {
  const dataDir = env['DATA_DIR'] ? resolveFromCaller(env['DATA_DIR']) : join(root, '.data');
  const demo = env['DEMO'] || (marketplaceKeys.some((key) => env[key]) ? '0' : '1');
  if (demo !== '0' && demo !== '1') throw new SetupFailure(`DEMO is "${demo}"; it is 0 or 1.`);
  const roles = new Set((env['ROLES'] || allRoles).split(',').map((role) => role.trim()));
  return {
    roles,
    port: readPort(env, 'PORT', 3000),
    identityPort: readPort(env, 'IDENTITY_PORT', 3001),
    sandboxPort: readPort(env, 'SANDBOX_PORT', 3100),
    metricsPort: env['METRICS_PORT'] ? readPort(env, 'METRICS_PORT', 0) : undefined,
    // If the product is split into processes, the one with the web role starts the sandbox.
    sandbox: demo === '1' && roles.has('web'),
    dataDir,
    host: loopbackHost(env['HOST']),
    environment: {
      ...env,
      DATA_DIR: dataDir,
      // Enables pushes from the sandbox, like those of the real marketplaces.
      SANDBOX_PUSH_ORIGIN:
        env['SANDBOX_PUSH_ORIGIN'] || `http://localhost:${readPort(env, 'PORT', 3000)}`,
      ...(env['BACKUP_LOCATION'] && {
        BACKUP_LOCATION: resolveUnlessUrl(env['BACKUP_LOCATION']),
      }),
      ...(env['SANDBOX_REPLAY'] && { SANDBOX_REPLAY: resolveReplayPaths(env['SANDBOX_REPLAY']) }),
    },
  };
}

/** Resolves a path relative to the folder in which the command was typed. */
export function resolveFromCaller(path: string): string {
  return isAbsolute(path) ? path : resolve(process.env['CALLER_FOLDER'] ?? process.cwd(), path);
}

function resolveUnlessUrl(location: string): string {
  return /^\w+:\/\//.test(location) ? location : resolveFromCaller(location);
}

/** Makes the paths in "lazada:orders.csv" absolute; several are separated by commas. */
export function resolveReplayPaths(replay: string): string {
  return replay
    .split(',')
    .map((part) => {
      const [, partner = '', path = ''] = /^([a-z]+:)?(.*)$/s.exec(part.trim()) ?? [];
      return `${partner}${resolveFromCaller(path)}`;
    })
    .join(',');
}

function readPort(
  env: Record<string, string | undefined>,
  name: string,
  defaultPort: number,
): number {
  const text = env[name];
  if (!text) return defaultPort;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 65_535) {
    throw new SetupFailure(`${name} is "${text}"; it is a port number from 1 to 65535.`);
  }
  return number;
}

function loopbackHost(host: string | undefined): string {
  return !host || host === '0.0.0.0' || host === '::' ? 'localhost' : host;
}
