import { ConfigurationError } from './environment.ts';
import { isEncryptedOrLocal } from './origins.ts';

/** An external OpenID provider that replaces the built-in one. */
export interface OutsideProvider {
  issuer: string;
  clientId: string;
  scopes: string[];
  /** Whether permissions are read from the admin host. True only if their scope is requested. */
  hasPermissions: boolean;
  validation:
    | { by: 'signature'; audience: string }
    | { by: 'introspection'; audience: string; clientId: string; secret: string };
}

/** Settings that are valid only together with `IDENTITY_ISSUER`. */
const dependentSettings = [
  'IDENTITY_CLIENT_ID',
  'IDENTITY_SCOPES',
  'IDENTITY_TOKEN_VALIDATION',
  'IDENTITY_TOKEN_AUDIENCE',
  'IDENTITY_INTROSPECTION_CLIENT_ID',
  'IDENTITY_INTROSPECTION_SECRET',
] as const;

type Settings = Readonly<Record<string, string>>;

/**
 * Reads the external identity provider from the settings.
 * @throws ConfigurationError if the settings contradict each other
 */
export function readOutsideProvider(
  settings: Settings,
  isSingleOrigin: boolean,
): OutsideProvider | null {
  const { IDENTITY_ISSUER: issuer, IDENTITY_CLIENT_ID: clientId } = settings;
  if (issuer === undefined) {
    const orphanSetting = dependentSettings.find((name) => settings[name] !== undefined);
    if (orphanSetting === undefined) return null;
    throw new ConfigurationError(
      `${orphanSetting} belongs to an outside identity provider: set IDENTITY_ISSUER too, or leave it out.`,
    );
  }
  checkIssuer(issuer);
  if (clientId === undefined) {
    throw new ConfigurationError(
      'IDENTITY_ISSUER names an outside identity provider, which needs IDENTITY_CLIENT_ID too.',
    );
  }
  checkConflictingSettings(settings, isSingleOrigin);
  const scopes = (settings['IDENTITY_SCOPES'] ?? 'openid profile email')
    .split(/\s+/)
    .filter(Boolean);
  if (!scopes.includes('openid')) {
    throw new ConfigurationError('IDENTITY_SCOPES must contain openid.');
  }
  const hasPermissions = scopes.includes('read:permissions');
  if (settings['IDENTITY_ADMIN_ORIGIN'] !== undefined && !hasPermissions) {
    throw new ConfigurationError(
      'IDENTITY_ADMIN_ORIGIN is asked for permissions only under the scope read:permissions, which IDENTITY_SCOPES lacks.',
    );
  }
  return {
    issuer,
    clientId,
    scopes,
    hasPermissions,
    validation: readTokenValidation(settings, clientId),
  };
}

function checkIssuer(issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  if (!url || !isEncryptedOrLocal(url) || url.search !== '' || url.hash !== '') {
    throw new ConfigurationError(
      'IDENTITY_ISSUER must be an https address such as https://login.example.com, or http on the loopback interface.',
    );
  }
}

/** Rejects settings that only the built-in identity provider supports. */
function checkConflictingSettings(given: Settings, oneOrigin: boolean): void {
  const bffSetting = ['SESSION_MODE', 'SESSION_MONITOR'].find((name) => given[name] === 'bff');
  if (bffSetting !== undefined) {
    throw new ConfigurationError(
      `${bffSetting}=bff needs the identity provider of this program; with IDENTITY_ISSUER leave it out.`,
    );
  }
  const internalSetting = ['IDENTITY_ORIGIN', 'GOOGLE_CLIENT_ID', 'ADMINISTRATOR_EMAIL'].find(
    (name) => given[name] !== undefined,
  );
  if (internalSetting !== undefined) {
    throw new ConfigurationError(
      `${internalSetting} belongs to the identity provider of this program, which IDENTITY_ISSUER replaces; leave one of the two out.`,
    );
  }
  if (oneOrigin) {
    throw new ConfigurationError(
      'PORT and IDENTITY_PORT are the same, but IDENTITY_ISSUER names an outside identity provider; give them different values.',
    );
  }
}

function readTokenValidation(given: Settings, clientId: string): OutsideProvider['validation'] {
  const { IDENTITY_INTROSPECTION_CLIENT_ID: id, IDENTITY_INTROSPECTION_SECRET: secret } = given;
  const audience = given['IDENTITY_TOKEN_AUDIENCE'] ?? clientId;
  if (given['IDENTITY_TOKEN_VALIDATION'] !== 'introspection') {
    if (id === undefined && secret === undefined) return { by: 'signature', audience };
    throw new ConfigurationError(
      'IDENTITY_INTROSPECTION_CLIENT_ID and IDENTITY_INTROSPECTION_SECRET need IDENTITY_TOKEN_VALIDATION=introspection.',
    );
  }
  if (id === undefined || secret === undefined) {
    throw new ConfigurationError(
      'IDENTITY_TOKEN_VALIDATION=introspection needs IDENTITY_INTROSPECTION_CLIENT_ID and IDENTITY_INTROSPECTION_SECRET.',
    );
  }
  return { by: 'introspection', audience, clientId: id, secret };
}
