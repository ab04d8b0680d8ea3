import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { ConfigurationError } from './environment.ts';
import { parseJson } from '../parse-json.ts';

/** The operator's application and Official Account at Zalo. */
export interface ZaloSettings {
  appId: string;
  secretKey: string;
  /** Secret key of the Official Account, which signs receipts; null if none are received. */
  oaSecretKey: string | null;
  /** The first refresh token. Those that replace it are stored in the database. */
  refreshToken: string;
  /** Template for codes, and templates of notifications by kind or for `default`. */
  templates: Readonly<Record<string, string>>;
  oauthApi: string;
  api: string;
}

interface Given {
  ZALO_APP_ID?: string;
  ZALO_SECRET_KEY?: string;
  ZALO_OA_SECRET_KEY?: string;
  ZALO_REFRESH_TOKEN?: string;
  ZALO_TEMPLATES?: string;
  ZALO_OAUTH_API?: string;
  ZALO_API?: string;
  SANDBOX_PORT: number;
}

const Templates = Type.Intersect([
  Type.Object({ code: Type.String() }),
  Type.Record(Type.String(), Type.String({ pattern: '^\\d{1,20}$' })),
]);

/** Port of Zalo in the sandbox, relative to `SANDBOX_PORT`. */
const sandboxPort = 7;

/** Zalo's test application in the sandbox. Its secrets are public, like the password of the demo accounts. */
const demoApplication = {
  appId: '1240000000000000001',
  secretKey: 'SandboxZaloSecretKey01',
  oaSecretKey: 'SandboxZaloOaSecretKey01',
  refreshToken: 'sandbox-zalo-refresh-token-0',
  templates: { code: '300001', default: '300002' },
} as const;

/**
 * Reads the settings of Zalo. Returns null if there are none: the channel is not offered then.
 * @throws ConfigurationError if some of the settings are missing
 */
export function readZaloSettings(given: Given, isDemo: boolean): ZaloSettings | null {
  const { ZALO_APP_ID: appId, ZALO_SECRET_KEY: secretKey } = given;
  const { ZALO_REFRESH_TOKEN: refreshToken, ZALO_TEMPLATES: templates } = given;
  const all = [appId, secretKey, refreshToken, templates];
  if (all.every((each) => each === undefined)) {
    if (!isDemo) return null;
    const sandbox = `http://127.0.0.1:${given.SANDBOX_PORT + sandboxPort}`;
    return { ...demoApplication, oauthApi: sandbox, api: sandbox };
  }
  if (
    appId === undefined ||
    secretKey === undefined ||
    refreshToken === undefined ||
    templates === undefined
  ) {
    throw new ConfigurationError(
      'ZALO_APP_ID, ZALO_SECRET_KEY, ZALO_REFRESH_TOKEN and ZALO_TEMPLATES go together.',
    );
  }
  return {
    appId,
    secretKey,
    oaSecretKey: given.ZALO_OA_SECRET_KEY ?? null,
    refreshToken,
    templates: parseTemplates(templates),
    oauthApi: given.ZALO_OAUTH_API ?? 'https://oauth.zaloapp.com',
    api: given.ZALO_API ?? 'https://business.openapi.zalo.me',
  };
}

function parseTemplates(text: string): Readonly<Record<string, string>> {
  const parsed = parseJson(text);
  if (Value.Check(Templates, parsed)) return parsed;
  throw new ConfigurationError(
    'ZALO_TEMPLATES must be JSON such as {"code":"300001","default":"300002"}.',
  );
}
