import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { readBackupSettings, type BackupSettings } from './backup-settings.ts';
import { ConfigurationError, Environment, processRoles, type ProcessRole } from './environment.ts';
import { checkOrigins, isLoopback, parseOrigin } from './origins.ts';
import { readOutsideProvider, type OutsideProvider } from './outside-provider.ts';
import {
  createDemoReportingTool,
  parseReportingTools,
  type ReportingTool,
} from './reporting-tools.ts';
import { readZaloSettings, type ZaloSettings } from './zalo-settings.ts';
import { parseJson } from '../parse-json.ts';

/** Each setting names an application of ours at a marketplace. `scripts/running/settings.ts` reads the same list. */
const marketplaceKeys = [
  'LAZADA_APP_KEY',
  'SHOPEE_PARTNER_ID',
  'TIKI_APP_ID',
  'TIKTOK_APP_KEY',
  'FACEBOOK_APP_ID',
] as const;

export { ConfigurationError } from './environment.ts';

/** Base path of the catalogue service on this origin. */
export const catalogueBasePath = '/catalogue';

export interface Configuration extends Omit<Static<typeof Environment>, 'ROLES' | 'DEMO'> {
  roles: ReadonlySet<ProcessRole>;
  demo: boolean;
  dataDir: string;
  appOrigin: string;
  identityOrigin: string;
  identityAdminOrigin: string;
  catalogueApi: string;
  coreApi: string;
  /** The external identity provider that replaces the built-in one. */
  outside: OutsideProvider | null;
  /** Added to every authorization request. */
  loginToken: { name: string; value: string } | null;
  /** Whether application and identity provider share one port and one origin. */
  oneOrigin: boolean;
  trustedProxies: string[];
  reportingTools: ReportingTool[];
  /** Null without a place for backups. */
  backup: BackupSettings | null;
  /** Null if notifications by Zalo are not offered. */
  zalo: ZaloSettings | null;
  brandPreset: { id: string; name: string; primary: string; secondary: string } | null;
}

const BrandPreset = Type.Object({
  id: Type.String(),
  name: Type.String(),
  primary: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
  secondary: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
});

/** Parses the process environment. Empty variables count as absent. */
export function loadConfiguration(env: Record<string, string | undefined>): Configuration {
  const settings: Record<string, string> = {};
  for (const [key, value] of Object.entries(env)) {
    if (key in Environment.properties && value !== undefined && value !== '') settings[key] = value;
  }
  const candidate = Value.Default(Environment, Value.Convert(Environment, { ...settings }));
  if (!Value.Check(Environment, candidate)) {
    const first = Value.Errors(Environment, candidate)[0];
    const key = first?.instancePath.split('/')[1] ?? 'environment';
    const shownValue = /SECRET|KEY|TOKEN|DATABASE|SMTP|PASSPHRASE/.test(key)
      ? ''
      : ` (it is "${settings[key] ?? ''}")`;
    throw new ConfigurationError(`${key} ${first?.message ?? 'is not valid'}${shownValue}.`);
  }
  const { ROLES, DEMO: _, ...rest } = candidate;
  checkMailSettings(rest.SMTP_URL, rest.MAIL_FROM);
  if (rest.DATABASE_READ_URL !== undefined && rest.DATABASE_URL === undefined) {
    throw new ConfigurationError(
      'DATABASE_READ_URL names a standby of an outside database: set DATABASE_URL too, or leave it out.',
    );
  }
  const requestedRoles = ROLES.split(',').map((role) => role.trim());
  const selectedRoles = new Set<ProcessRole>();
  for (const role of requestedRoles) {
    const knownRole = processRoles.find((each) => each === role);
    if (!knownRole) {
      throw new ConfigurationError(
        `ROLES names "${role}"; the roles are ${processRoles.join(', ')}.`,
      );
    }
    selectedRoles.add(knownRole);
  }
  if (rest.METRICS_PORT === rest.PORT || rest.METRICS_PORT === rest.IDENTITY_PORT) {
    throw new ConfigurationError('METRICS_PORT must differ from PORT and IDENTITY_PORT.');
  }
  const hasMarketplaceKeys = marketplaceKeys.some((key) => rest[key] !== undefined);
  const appOrigin = parseOrigin('APP_ORIGIN', rest.APP_ORIGIN, rest.PORT);
  const isSingleOrigin = rest.PORT !== 0 && rest.PORT === rest.IDENTITY_PORT;
  const identitySetting = rest.IDENTITY_ORIGIN ?? (isSingleOrigin ? appOrigin : undefined);
  const identityOrigin = parseOrigin('IDENTITY_ORIGIN', identitySetting, rest.IDENTITY_PORT);
  if (isSingleOrigin) checkSingleOrigin(appOrigin, identityOrigin, selectedRoles);
  const outside = readOutsideProvider(settings, isSingleOrigin);
  if (outside && rest.SESSION_MODE === 'bff') rest.SESSION_MODE = 'browser';
  if (selectedRoles.has('web') || selectedRoles.has('identity')) {
    const identity = outside ? null : identityOrigin;
    checkOrigins({ app: appOrigin, identity, sessionMode: rest.SESSION_MODE });
  }
  const demo = resolveDemoMode(candidate, hasMarketplaceKeys, {
    APP_ORIGIN: appOrigin,
    ...(!outside && { IDENTITY_ORIGIN: identityOrigin }),
  });
  return {
    ...rest,
    roles: selectedRoles,
    demo,
    dataDir: isAbsolute(rest.DATA_DIR) ? rest.DATA_DIR : resolve(rest.DATA_DIR),
    appOrigin,
    identityOrigin,
    oneOrigin: isSingleOrigin,
    identityAdminOrigin:
      rest.IDENTITY_ADMIN_ORIGIN === undefined
        ? outside
          ? new URL(outside.issuer).origin
          : identityOrigin
        : parseOrigin('IDENTITY_ADMIN_ORIGIN', rest.IDENTITY_ADMIN_ORIGIN, 0),
    catalogueApi:
      parseApiBase('CATALOGUE_API', rest.CATALOGUE_API) ?? `${appOrigin}${catalogueBasePath}`,
    coreApi: parseApiBase('CORE_API', rest.CORE_API) ?? appOrigin,
    outside,
    loginToken: parseLoginToken(rest.LOGIN_TOKEN_NAME, rest.LOGIN_TOKEN_VALUE),
    trustedProxies: parseNetworks('TRUSTED_PROXIES', rest.TRUSTED_PROXIES),
    reportingTools: loadReportingTools(rest, demo),
    backup: readBackupSettings(rest),
    zalo: readZaloSettings(rest, demo),
    brandPreset: rest.BRAND_PRESET === undefined ? null : parseBrandPreset(rest.BRAND_PRESET),
  };
}

/**
 * Decides whether the program runs in demo mode. The passwords of the demo accounts are public and, without a mail
 * server, so are all emails. Demo mode is therefore the default only for an installation that is reachable from this
 * machine alone; elsewhere a forgotten or mistyped key would open the installation to everyone.
 * @throws ConfigurationError if no marketplace key is set and the installation is not local
 */
function resolveDemoMode(
  given: Pick<Static<typeof Environment>, 'DEMO' | 'ENVIRONMENT' | 'HOST' | 'DATABASE_URL'>,
  hasMarketplaceKeys: boolean,
  origins: Record<string, string>,
): boolean {
  if (given.DEMO !== undefined) return given.DEMO === '1';
  if (hasMarketplaceKeys) return false;
  const publicOrigin = Object.entries(origins).find(
    ([, origin]) => !isLoopback(new URL(origin).hostname) || origin.startsWith('https:'),
  );
  const reason =
    given.ENVIRONMENT === 'production'
      ? 'ENVIRONMENT is production'
      : publicOrigin
        ? `${publicOrigin[0]} is ${publicOrigin[1]}`
        : !isLoopback(given.HOST)
          ? `HOST is ${given.HOST}`
          : given.DATABASE_URL !== undefined
            ? 'DATABASE_URL is set'
            : null;
  if (reason === null) return true;
  throw new ConfigurationError(
    `No key of a marketplace is set and ${reason}: set the keys, DEMO=0 to start without marketplaces, or DEMO=1 for the demo, whose accounts have published passwords.`,
  );
}

/** Parses a base URL and removes trailing slashes. */
function parseApiBase(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError(`${name} must be an address such as https://api.example.com/v1.`);
  }
  return url.href.replace(/\/+$/, '');
}

function parseLoginToken(name: string | undefined, value: string | undefined) {
  if (name === undefined && value === undefined) return null;
  if (name === undefined || value === undefined) {
    throw new ConfigurationError('LOGIN_TOKEN_NAME and LOGIN_TOKEN_VALUE go together.');
  }
  return { name, value };
}

function checkSingleOrigin(
  app: string,
  identity: string,
  selectedRoles: ReadonlySet<ProcessRole>,
): void {
  if (identity !== app) {
    throw new ConfigurationError(
      'PORT and IDENTITY_PORT are the same, so IDENTITY_ORIGIN must be the same as APP_ORIGIN, or be left out.',
    );
  }
  if (selectedRoles.has('identity') && selectedRoles.has('api') && !selectedRoles.has('web')) {
    throw new ConfigurationError(
      'PORT and IDENTITY_PORT are the same: a process with the roles identity and api needs the role web too.',
    );
  }
}

function checkMailSettings(server: string | undefined, from: string | undefined): void {
  if (server === undefined) return;
  const url = URL.canParse(server) ? new URL(server) : null;
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '') {
    throw new ConfigurationError(
      'SMTP_URL must be a URL such as smtps://user:password@mail.example.com.',
    );
  }
  if (from === undefined || !/^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(from)) {
    throw new ConfigurationError(
      'MAIL_FROM must be a sender such as Seller Connect <no-reply@example.com>.',
    );
  }
}

function parseNetworks(name: string, value: string | undefined): string[] {
  const entries = (value ?? '').split(',').map((entry) => entry.trim());
  const ranges = entries.filter((entry) => entry !== '');
  for (const entry of ranges) {
    const [address = '', bits, extra] = entry.split('/');
    const maxPrefixBits = isIP(address) === 4 ? 32 : 128;
    const isPrefixValid =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxPrefixBits);
    if (isIP(address) === 0 || !isPrefixValid || extra !== undefined) {
      throw new ConfigurationError(
        `${name} names "${entry}"; each entry is an address or a network such as 10.0.0.0/8.`,
      );
    }
  }
  return ranges;
}

function loadReportingTools(
  {
    REPORTING_TOOLS,
    REPORTING_TOOL_SECRETS,
    SANDBOX_PORT,
  }: Pick<
    Static<typeof Environment>,
    'REPORTING_TOOLS' | 'REPORTING_TOOL_SECRETS' | 'SANDBOX_PORT'
  >,
  demo: boolean,
): ReportingTool[] {
  if (REPORTING_TOOLS === undefined) return demo ? [createDemoReportingTool(SANDBOX_PORT)] : [];
  try {
    return parseReportingTools(REPORTING_TOOLS, REPORTING_TOOL_SECRETS);
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error));
  }
}

function parseBrandPreset(value: string): Static<typeof BrandPreset> {
  const parsed = parseJson(value);
  if (!Value.Check(BrandPreset, parsed)) {
    throw new ConfigurationError('BRAND_PRESET is not JSON with the documented fields.');
  }
  return parsed;
}

/** Connections for work outside a process's own roles: token checks, data of removed accounts. */
const minPoolSize = 4;

/** Returns the maximum number of connections per pool, by the roles of the process. */
export function choosePoolSizes({
  roles,
  DATABASE_POOL_SIZE,
  WORKER_CONCURRENCY,
}: Pick<Configuration, 'roles' | 'DATABASE_POOL_SIZE' | 'WORKER_CONCURRENCY'>) {
  const usesApplication = roles.has('api') || roles.has('worker');
  const minSize = Math.min(minPoolSize, DATABASE_POOL_SIZE);
  return {
    application: usesApplication ? DATABASE_POOL_SIZE : minSize,
    identity: roles.has('identity') ? DATABASE_POOL_SIZE : minSize,
    queue: roles.has('worker') ? 2 * WORKER_CONCURRENCY + 4 : 2,
  };
}
