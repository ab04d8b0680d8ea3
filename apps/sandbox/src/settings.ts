/** Settings of the sandbox, from the command line, the environment, and defaults, in this order. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { hashText } from './world/random.ts';
import { worldSizes } from './world/shops/shops.ts';
import type { WorldSize } from './world/shops/shops.ts';

/** An invalid setting, described in one sentence for the user of the program. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export interface ReplayRequest {
  readonly platform: 'LAZADA';
  readonly file: string;
}

export interface Settings {
  readonly host: string;
  /** Port of the control API and the front page. The platforms use the following ports. 0 picks free ports. */
  readonly port: number;
  readonly seed: number;
  readonly size: WorldSize;
  /** Start instant in epoch milliseconds; undefined for the saved one, or the machine's time. */
  readonly clockMs: number | undefined;
  /** How long before the clock the shops start. */
  readonly months: number;
  /** Folder for tokens, faults and the clock; undefined persists nothing. */
  readonly dataDirectory: string | undefined;
  readonly replays: readonly ReplayRequest[];
  /** Additional redirect addresses of the test application. */
  readonly lazadaCallbacks: readonly string[];
  /** The same for the application at Shopee. */
  readonly shopeeCallbacks: readonly string[];
  /** The same for the application at Tiki. */
  readonly tikiCallbacks: readonly string[];
  /** The same for the application at Facebook. */
  readonly facebookCallbacks: readonly string[];
  /** The same for the application at Google. */
  readonly googleCallbacks: readonly string[];
  /** The only redirect address of the application at TikTok Shop. */
  readonly tiktokCallback: string;
  /** Where the sandbox's reporting tool redirects sellers to. */
  readonly applicationOrigin: string;
  /** Origin that marketplaces push to; null disables pushes until the control API sets a target. */
  readonly pushOrigin: string | null;
  readonly exitWithParent: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

function parseList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/**
 * Resolves a path relative to the user's directory: npm changes the working directory, but sets `INIT_CWD` to the
 * original one.
 */
function resolvePath(text: string, environment: Environment): string {
  const started = environment['INIT_CWD'];
  if (started !== undefined) {
    const fromThere = resolve(started, text);
    if (existsSync(fromThere)) return fromThere;
  }
  return resolve(text);
}

function parseReplay(text: string, environment: Environment): ReplayRequest {
  const colon = text.indexOf(':');
  const platform = text.slice(0, Math.max(0, colon)).toLowerCase();
  const file = text.slice(colon + 1);
  if (colon < 1 || file === '') {
    throw new SettingsError(`Replay "${text}" must look like lazada:orders.csv.`);
  }
  if (platform !== 'lazada') {
    throw new SettingsError(`Replay "${text}" names an unknown marketplace; lazada is known.`);
  }
  return { platform: 'LAZADA', file: resolvePath(file, environment) };
}

function parseSeed(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : hashText(text);
}

/**
 * Reads the settings.
 *
 * @throws {SettingsError} for anything unknown or invalid.
 */
export function readSettings(argv: readonly string[], environment: Environment): Settings {
  let values: {
    replay?: string[];
    seed?: string;
    size?: string;
    clock?: string;
    months?: string;
  };
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        replay: { type: 'string', multiple: true },
        seed: { type: 'string' },
        size: { type: 'string' },
        clock: { type: 'string' },
        months: { type: 'string' },
      },
    }));
  } catch (cause) {
    throw new SettingsError(
      `${cause instanceof Error ? cause.message : 'Unreadable arguments'}. Known: --replay, --seed, --size, --clock, --months.`,
      { cause },
    );
  }
  const portText = environment['SANDBOX_PORT'] || '3100';
  const port = Number(portText);
  if (!/^\d+$/.test(portText) || port > 65_535 - 10) {
    throw new SettingsError(`SANDBOX_PORT "${portText}" is not a port number up to 65525.`);
  }
  const sizeText = values.size ?? (environment['SANDBOX_SIZE'] || 'small');
  const size = worldSizes.find((known) => known === sizeText);
  if (size === undefined) {
    throw new SettingsError(`Size "${sizeText}" is unknown; known are ${worldSizes.join(', ')}.`);
  }
  const clockText = values.clock ?? (environment['SANDBOX_CLOCK'] || undefined);
  const clockMs = clockText === undefined ? undefined : Date.parse(clockText);
  if (clockMs !== undefined && Number.isNaN(clockMs)) {
    throw new SettingsError(`Clock "${clockText}" is not an ISO 8601 instant.`);
  }
  const monthsText = values.months ?? (environment['SANDBOX_MONTHS'] || '18');
  if (!/^[1-9]\d{0,2}$/.test(monthsText)) {
    throw new SettingsError(`Months "${monthsText}" is not a whole number from 1 to 999.`);
  }
  const applicationOrigin =
    environment['APP_ORIGIN'] || `http://localhost:${environment['PORT'] || '3000'}`;
  const replays = [...(values.replay ?? []), ...parseList(environment['SANDBOX_REPLAY'])];
  return {
    host: environment['HOST'] || '127.0.0.1',
    port,
    seed: parseSeed(values.seed ?? (environment['SANDBOX_SEED'] || '1')),
    size,
    clockMs,
    months: Number(monthsText),
    dataDirectory:
      environment['SANDBOX_DATA_DIR'] || join(environment['DATA_DIR'] || '.data', 'sandbox'),
    replays: replays.map((text) => parseReplay(text, environment)),
    lazadaCallbacks: parseList(environment['SANDBOX_LAZADA_CALLBACKS']),
    shopeeCallbacks: parseList(environment['SANDBOX_SHOPEE_CALLBACKS']),
    tikiCallbacks: parseList(environment['SANDBOX_TIKI_CALLBACKS']),
    tiktokCallback:
      environment['SANDBOX_TIKTOK_CALLBACK'] || `${applicationOrigin}/oauth/callback/tiktok`,
    facebookCallbacks: parseList(environment['SANDBOX_FACEBOOK_CALLBACKS']),
    googleCallbacks: parseList(environment['SANDBOX_GOOGLE_CALLBACKS']),
    applicationOrigin,
    pushOrigin: environment['SANDBOX_PUSH_ORIGIN'] || null,
    exitWithParent: environment['SANDBOX_EXIT_WITH_PARENT'] === '1',
  };
}
