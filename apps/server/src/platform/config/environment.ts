import { Type } from 'typebox';

const port = (defaultPort: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 65535, default: defaultPort, description });
const text = (description: string, defaultValue?: string) =>
  defaultValue === undefined
    ? Type.Optional(Type.String({ minLength: 1, description }))
    : Type.String({ minLength: 1, default: defaultValue, description });
const flag = (description: string) => Type.Optional(Type.Enum(['0', '1'], { description }));
const callRate = (maximum: number, description: string) =>
  Type.Optional(Type.Number({ minimum: 0.1, maximum, description }));

/** An unusable setting. The message names the setting and what to set instead. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

export const processRoles = ['web', 'api', 'identity', 'worker'] as const;
export type ProcessRole = (typeof processRoles)[number];

/** Every environment variable that the server reads. `docs/configuration.md` is generated from this schema. */
export const Environment = Type.Object({
  PORT: port(3000, 'Port of the application: web pages and product API.'),
  IDENTITY_PORT: port(
    3001,
    'Port of the identity provider. If it equals PORT, both share one origin.',
  ),
  SANDBOX_PORT: port(
    3100,
    'First port of the marketplace sandbox. Each marketplace uses one of the following ports.',
  ),
  HOST: text('Address to listen on.', '127.0.0.1'),
  DATA_DIR: text('Directory of the embedded database, keys and logs.', './.data'),
  DATABASE_URL: text('URL of an external PostgreSQL 16, 17 or 18. Default: the embedded database.'),
  DATABASE_ADMIN_URL: text('URL of the schema owner, used for migrations. Default: DATABASE_URL.'),
  DATABASE_READ_URL: text(
    'URL of a standby of DATABASE_URL, from which reports and exports are read. Default: the primary. See docs/operations.md.',
  ),
  DATABASE_READ_MAX_LAG_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 3600,
    default: 10,
    description: 'Reports are read from the primary while the standby is further behind than this.',
  }),
  LOOKER_STUDIO_CONNECTOR: Type.Optional(
    Type.String({
      pattern: '^[\\w-]{20,200}$',
      description:
        'Deployment id of the Looker Studio connector. If set, the reporting tools screen offers the connector. See integrations/looker-studio.',
    }),
  ),
  DATABASE_POOL_SIZE: Type.Integer({
    minimum: 2,
    maximum: 200,
    default: 10,
    description: 'Database connections per process.',
  }),
  ROLES: text('Roles of this process, separated by commas.', processRoles.join(',')),
  DEMO: flag(
    'Enables demo accounts with published passwords and uses the sandbox as marketplaces. Default: 1 if no marketplace keys are set, the server listens on loopback and the database is embedded. Any other start without marketplace keys must set it.',
  ),
  DEMO_SHOPS: flag(
    'Whether the shops of shop@demo.test are linked and synced at the first start. Default: 1.',
  ),
  ENVIRONMENT: text('Name of the environment. Pages show it unless it is production.', 'local'),
  APP_ORIGIN: text('Public origin of the application. Default: http://localhost:PORT.'),
  IDENTITY_ORIGIN: text(
    'Public origin and issuer of the identity provider. Default: http://localhost:IDENTITY_PORT, or APP_ORIGIN if both share a port.',
  ),
  IDENTITY_ADMIN_ORIGIN: text(
    'Public origin of the roles and permissions API. Default: IDENTITY_ORIGIN, or the origin of IDENTITY_ISSUER.',
  ),
  CATALOGUE_API: text('Public base URL of the catalogue API. Default: APP_ORIGIN/catalogue.'),
  CORE_API: text('Public base URL of the core business API. Default: APP_ORIGIN.'),
  IDENTITY_ISSUER: text(
    'Issuer of an outside identity provider, which replaces the built-in one. See docs/outside-identity-provider.md.',
  ),
  IDENTITY_CLIENT_ID: text('Client id at the outside identity provider.'),
  IDENTITY_SCOPES: text(
    'Scopes requested from the outside identity provider, separated by spaces. Default: openid profile email. With read:permissions, permissions are fetched from IDENTITY_ADMIN_ORIGIN.',
  ),
  IDENTITY_TOKEN_VALIDATION: Type.Optional(
    Type.Enum(['signature', 'introspection'], {
      description:
        'How access tokens of the outside identity provider are validated: signature (with issuer, audience and expiry) or introspection (RFC 7662). Default: signature.',
    }),
  ),
  IDENTITY_TOKEN_AUDIENCE: text(
    'Required audience of access tokens of the outside identity provider. Default: IDENTITY_CLIENT_ID.',
  ),
  IDENTITY_INTROSPECTION_CLIENT_ID: text(
    'Client id for token introspection at the outside identity provider.',
  ),
  IDENTITY_INTROSPECTION_SECRET: text(
    'Client secret for token introspection at the outside identity provider.',
  ),
  SESSION_MODE: Type.Enum(['bff', 'browser'], {
    default: 'bff',
    description:
      'Where refresh tokens are stored. bff: at the identity provider, behind an HttpOnly cookie. browser: in the page.',
  }),
  SESSION_MONITOR: Type.Enum(['iframe', 'sessionId', 'bff'], {
    default: 'iframe',
    description:
      'How pages detect the end of the session at the identity provider: iframe, sessionId or bff.',
  }),
  SILENT_LOGIN: Type.Enum(['always', 'known', 'never'], {
    default: 'known',
    description:
      'When a starting page logs in silently: always, known (only if a user is stored) or never.',
  }),
  REVOKE_CHECK: flag(
    'Whether a starting page first asks the identity provider if its stored token was revoked. Default: 0.',
  ),
  LOGIN_TOKEN_NAME: text(
    'Name of an additional parameter of every authorization request, for identity providers that expect one. Default: none.',
  ),
  LOGIN_TOKEN_VALUE: text(
    'Value of the parameter LOGIN_TOKEN_NAME. It is visible in pages and URLs, so it must not be a secret.',
  ),
  TRUSTED_PROXIES: text(
    'Addresses or networks of reverse proxies whose X-Forwarded-For header is trusted, separated by commas. Default: none.',
  ),
  VAULT_KEYS: text(
    'Keys that encrypt stored secrets, as id:base64 of 32 bytes, newest first, separated by commas. Default: a key file in DATA_DIR.',
  ),
  VAULT_KEY_FILE_ALLOWED: flag(
    'Allows the key file in DATA_DIR outside demo mode. A secret manager is safer.',
  ),
  SMTP_URL: text(
    'Mail server, such as smtps://user:password@mail.example.com. Without one, demo mode shows emails at /mailbox of the identity provider.',
  ),
  ADMINISTRATOR_EMAIL: text(
    'Email address of the first administrator, who can assign roles once the address is confirmed. If absent, the first start outside demo mode prints a one-time link that creates this account.',
  ),
  STOLEN_PASSWORDS_API: text(
    'Base URL of a range query for stolen passwords, such as https://api.pwnedpasswords.com/range. Only five digits of a hash are sent. If absent, only the built-in list is checked.',
  ),
  MAIL_FROM: text(
    'Sender of emails, such as Seller Connect <no-reply@example.com>. Required with SMTP_URL.',
  ),
  VAPID_PRIVATE_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description:
        'Private key of this installation at the push services of browsers (RFC 8292): 32 bytes in base64url. Default: a key that the first start creates and stores encrypted. With another key, devices have to be added again.',
    }),
  ),
  ZALO_APP_ID: text(
    'Id of the application at Zalo that sends notifications for an Official Account (ZNS). Without it, Zalo is not offered. See docs/zalo.md.',
  ),
  ZALO_SECRET_KEY: text('Secret key of the application at Zalo.'),
  ZALO_OA_SECRET_KEY: text(
    'Secret key of the Official Account, which signs what Zalo sends to APP_ORIGIN/partner/push/zalo. Without it, a message that does not arrive is not noticed.',
  ),
  ZALO_REFRESH_TOKEN: text(
    'First refresh token of the Official Account. Those that replace it are stored in the database; another value here replaces them.',
  ),
  ZALO_TEMPLATES: text(
    'JSON object of template ids: {"code":"…","default":"…"}, and more by kind of notification. See docs/zalo.md.',
  ),
  ZALO_OAUTH_API: text(
    'Base URL of Zalo’s token API. Default: Zalo’s, or the sandbox’s in demo mode.',
  ),
  ZALO_API: text('Base URL of Zalo’s API. Default: Zalo’s, or the sandbox’s in demo mode.'),
  LAZADA_APP_KEY: text('Application key of the Lazada Open Platform.'),
  LAZADA_APP_SECRET: text('Application secret of the Lazada Open Platform.'),
  LAZADA_AUTHORIZE_URL: text(
    'URL of the consent page. Default: Lazada’s, or the sandbox’s in demo mode.',
  ),
  LAZADA_AUTH_API: text('Base URL of the token API. Default: Lazada’s.'),
  LAZADA_API: text(
    'Base URL of the data API for all countries. Default: Lazada’s host of each country.',
  ),
  LAZADA_CALLS_PER_SECOND: callRate(
    1000,
    'Calls per second and shop. Default: 3, or 100 for the sandbox.',
  ),
  LAZADA_APP_CALLS_PER_SECOND: callRate(
    100_000,
    'Calls per second of the application, over all shops. Default: 115 (Lazada allows ten million a day), or no limit for the sandbox. Applications in test status are limited to ten thousand calls a day.',
  ),
  SHOPEE_PARTNER_ID: Type.Optional(
    Type.String({
      pattern: '^[1-9]\\d{0,9}$',
      description: 'Numeric partner id of the Shopee Open Platform.',
    }),
  ),
  SHOPEE_PARTNER_KEY: text('Partner key of the Shopee Open Platform.'),
  SHOPEE_AUTHORIZE_URL: text(
    'URL of the consent page. Default: Shopee’s, or the sandbox’s in demo mode.',
  ),
  SHOPEE_API: text('Base URL of the API, without /api/v2. Default: Shopee’s.'),
  SHOPEE_CALLS_PER_SECOND: callRate(
    1000,
    'Calls per second and shop. Default: 10, or 100 for the sandbox.',
  ),
  SHOPEE_APP_CALLS_PER_SECOND: callRate(
    100_000,
    'Calls per second of the application, over all shops. Default: no limit, because Shopee publishes none.',
  ),
  SHOPEE_PUSH_KEY: text('Key that verifies Shopee’s pushes. Default: SHOPEE_PARTNER_KEY.'),
  SHOPEE_PUSH_URL: text(
    'Callback URL of pushes, exactly as in Shopee’s console, because Shopee signs it. Default: APP_ORIGIN/partner/push/shopee.',
  ),
  SHOPEE_PUSH_SIGNATURE: Type.Enum(['documented', 'either'], {
    default: 'documented',
    description:
      'Accepted signatures of Shopee’s pushes. documented: over URL and body. either: also over the body alone, as some live pushes are signed.',
  }),
  TIKI_APP_ID: text('Client id of the application at Tiki.'),
  TIKI_APP_SECRET: text('Client secret of the application at Tiki.'),
  TIKI_CLIENT_AUTHENTICATION: Type.Enum(['client_secret_basic', 'client_secret_post'], {
    default: 'client_secret_basic',
    description: 'Client authentication method registered at Tiki.',
  }),
  TIKI_AUTHORIZE_URL: text(
    'URL of the consent page. Default: Tiki’s, or the sandbox’s in demo mode.',
  ),
  TIKI_TOKEN_URL: text('URL of the token endpoint. Default: Tiki’s.'),
  TIKI_API: text('Base URL of the data API. Default: Tiki’s.'),
  TIKI_CALLS_PER_SECOND: callRate(
    200,
    'Calls per second and shop, at most Tiki’s limit of 200. Default: 20, or 100 for the sandbox.',
  ),
  TIKI_APP_CALLS_PER_SECOND: callRate(
    100_000,
    'Calls per second of the application, over all shops. Default: no limit, because Tiki limits calls per seller.',
  ),
  TIKI_EVENTS_EVERY_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 3600,
    default: 2,
    description: 'Seconds between polls of Tiki’s event queue; 0 disables polling.',
  }),
  TIKTOK_APP_KEY: text(
    'Application key of the TikTok Shop Partner Center. The application needs permission to read shops, orders, products, returns and finance.',
  ),
  TIKTOK_APP_SECRET: text('Application secret of the TikTok Shop Partner Center.'),
  TIKTOK_SERVICE_ID: text(
    'Id of the service that sellers authorize, not the application key. Its registered redirect URL must be APP_ORIGIN/oauth/callback/tiktok.',
  ),
  TIKTOK_AUTHORIZE_URL: text(
    'URL of the consent page. Default: TikTok Shop’s for markets outside the United States, or the sandbox’s in demo mode.',
  ),
  TIKTOK_AUTH_API: text('Base URL of the token API. Default: TikTok Shop’s.'),
  TIKTOK_API: text('Base URL of the data API. Default: TikTok Shop’s.'),
  TIKTOK_CALLS_PER_SECOND: callRate(
    1000,
    'Calls per second and shop. Default: 5, or 100 for the sandbox.',
  ),
  TIKTOK_APP_CALLS_PER_SECOND: callRate(
    100_000,
    'Calls per second of the application, over all shops. Default: no limit, because TikTok Shop publishes none.',
  ),
  FACEBOOK_APP_ID: text('Facebook application id.'),
  FACEBOOK_APP_SECRET: text('Facebook application secret.'),
  FACEBOOK_DIALOG_URL: text(
    'URL of the login dialog, with version. Default: Facebook’s, or the sandbox’s in demo mode.',
  ),
  FACEBOOK_GRAPH: text('Base URL of the Graph API, with version. Default: Facebook’s.'),
  FACEBOOK_CALLS_PER_SECOND: callRate(
    1000,
    'Calls per second and ad account. Default: 5, or 100 for the sandbox. Limits in Facebook’s response headers also apply.',
  ),
  FACEBOOK_APP_CALLS_PER_SECOND: callRate(
    100_000,
    'Calls per second of the application, over all ad accounts. Default: no limit, because every response of Facebook states the remaining quota.',
  ),
  GOOGLE_CLIENT_ID: text(
    'Google client id for “Sign in with Google”. Its redirect URL is APP_ORIGIN/oauth/callback/google.',
  ),
  GOOGLE_CLIENT_SECRET: text('Google client secret.'),
  GOOGLE_ISSUER: text(
    'Issuer of Google sign-in. Default: Google’s, or the sandbox’s in demo mode.',
  ),
  GOOGLE_TOKENINFO: text('URL that returns the audience of an access token. Default: Google’s.'),
  REPORTING_TOOLS: text(
    'JSON array of reporting tools: [{"id","name","url","returnAddresses"}]. Refer links return only to listed addresses, or to url if none are listed. Default in demo mode: the sandbox’s tool.',
  ),
  REPORTING_TOOL_SECRETS: text(
    'Secrets of reporting tools that create refer links, as id:secret with at least 32 characters, separated by commas. See docs/refer-links.md.',
  ),
  BRAND_PRESET: text('JSON color preset of the pages: {"id","name","primary","secondary"}.'),
  RAW_RETENTION_DAYS: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 365,
    description:
      'Days until stored marketplace responses are deleted; metrics are kept. 0 keeps the responses. See docs/privacy.md.',
  }),
  DISCONNECTED_DATA_DAYS: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 90,
    description:
      'Days until the data of a disconnected shop is erased. With 0, only its team can erase it.',
  }),
  BACKUP_LOCATION: text(
    'Where backups are stored: a folder, or s3://bucket/prefix for an S3-compatible storage. Default: no backups. See docs/operations.md.',
  ),
  BACKUP_PASSPHRASE: Type.Optional(
    Type.String({
      minLength: 16,
      description:
        'Passphrase of at least 16 characters that encrypts backups. Store it apart from them: without it, no backup can be restored.',
    }),
  ),
  BACKUP_INTERVAL_HOURS: Type.Integer({
    minimum: 0,
    maximum: 8760,
    default: 24,
    description: 'Hours between the backups of the worker. With 0, only npm run backup makes them.',
  }),
  BACKUP_RETENTION_DAYS: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 30,
    description: 'Days until a backup is deleted; the newest one stays. 0 keeps all.',
  }),
  BACKUP_LOG_SECONDS: Type.Union(
    [Type.Literal(0), Type.Integer({ minimum: 10, maximum: 86_400 })],
    {
      default: 0,
      description:
        'Seconds of changes that may be lost with the machine. At least so often, the embedded database archives its log at BACKUP_LOCATION, from which every moment can be restored. With 0, only backups are restored.',
    },
  ),
  BACKUP_S3_ENDPOINT: text(
    'Base URL of the S3-compatible storage. Default: Amazon S3 in BACKUP_S3_REGION.',
  ),
  BACKUP_S3_REGION: text('Region of the bucket.', 'us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: text('Access key of the storage. It may list, read, write and delete.'),
  BACKUP_S3_SECRET_ACCESS_KEY: text('Secret of the access key.'),
  WORKER_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 4,
    description:
      'Streams that one worker process syncs concurrently. It also backfills half as many shops at the same time.',
  }),
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65535,
      description:
        'Additional port for /metrics, which answers every caller that reaches it unless METRICS_TOKEN is set. Default: none.',
    }),
  ),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^\\S{16,}$',
      description:
        'Bearer token of at least 16 characters for /metrics. Without one, /metrics on PORT and IDENTITY_PORT is available on this machine only, and not through a proxy.',
    }),
  ),
  LOG_LEVEL: text('Log level: trace, debug, info, warn, error or silent.', 'info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'Base URL of an OTLP/HTTP trace collector, such as http://localhost:4318. Default: no tracing.',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'Share of calls and syncs that are traced, from 0 to 1.',
  }),
});
