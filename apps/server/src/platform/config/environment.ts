import { Type } from 'typebox';

const port = (defaultPort: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 65535, default: defaultPort, description });
const text = (description: string, defaultValue?: string) =>
  defaultValue === undefined
    ? Type.Optional(Type.String({ minLength: 1, description }))
    : Type.String({ minLength: 1, default: defaultValue, description });
const flag = (description: string) =>
  Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1')], { description }));
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
  PORT: port(3000, 'Port of the application: web and product API.'),
  IDENTITY_PORT: port(
    3001,
    'Port of the identity provider; the same as PORT puts it on the origin of the application.',
  ),
  SANDBOX_PORT: port(3100, 'Port of the marketplaces sandbox; its partners take the next ones.'),
  HOST: text('Address to listen on.', '127.0.0.1'),
  DATA_DIR: text('Where the embedded database, keys and logs are kept.', './.data'),
  DATABASE_URL: text('An outside PostgreSQL 16 to 18; the embedded one when absent.'),
  DATABASE_ADMIN_URL: text('Owner of the schema for migrations; DATABASE_URL when absent.'),
  LOOKER_STUDIO_CONNECTOR: Type.Optional(
    Type.String({
      pattern: '^[\\w-]{20,200}$',
      description:
        'Deployment id of the connector for Looker Studio, which the screen of reporting tools then offers. See integrations/looker-studio.',
    }),
  ),
  DATABASE_POOL_SIZE: Type.Integer({
    minimum: 2,
    maximum: 200,
    default: 10,
    description: 'Connections of one process to the database.',
  }),
  ROLES: text('Comma list of the roles that this process takes.', processRoles.join(',')),
  DEMO: flag(
    'Demo accounts with published passwords, and the sandbox as marketplaces. 1 by default when no marketplace keys are set, on loopback with the embedded database; elsewhere a start without keys has to name it.',
  ),
  DEMO_SHOPS: flag(
    'Whether the demo’s shop@demo.test has its shops linked and read from the first start on; 1 by default, 0 leaves them free.',
  ),
  ENVIRONMENT: text(
    'Name of the environment, shown on the page when it is not production.',
    'local',
  ),
  APP_ORIGIN: text('Public origin of the application; http://localhost:PORT when absent.'),
  IDENTITY_ORIGIN: text(
    'Public origin and issuer of the identity provider; http://localhost:IDENTITY_PORT when absent, APP_ORIGIN when both share a port.',
  ),
  IDENTITY_ADMIN_ORIGIN: text(
    'Public origin that answers what a person may do: roles, permissions and checks of them; IDENTITY_ORIGIN, or the origin of IDENTITY_ISSUER, when absent.',
  ),
  CATALOGUE_API: text('Public base of the catalogue calls; APP_ORIGIN/catalogue when absent.'),
  CORE_API: text('Public base of the core business calls; APP_ORIGIN when absent.'),
  IDENTITY_ISSUER: text(
    'Issuer of an outside identity provider, where everybody then signs in instead of at the one of this program. See docs/outside-identity-provider.md.',
  ),
  IDENTITY_CLIENT_ID: text('Client id of this installation at the outside identity provider.'),
  IDENTITY_SCOPES: text(
    'Scopes to ask the outside identity provider for, space separated; openid profile email when absent. With read:permissions the permissions are read from IDENTITY_ADMIN_ORIGIN.',
  ),
  IDENTITY_TOKEN_VALIDATION: Type.Optional(
    Type.Union([Type.Literal('signature'), Type.Literal('introspection')], {
      description:
        'How access tokens of the outside identity provider are checked: by signature, issuer, audience and expiry, the default, or by introspection (RFC 7662).',
    }),
  ),
  IDENTITY_TOKEN_AUDIENCE: text(
    'Audience that access tokens of the outside identity provider must name; IDENTITY_CLIENT_ID when absent.',
  ),
  IDENTITY_INTROSPECTION_CLIENT_ID: text(
    'Client id with which the server introspects tokens at the outside identity provider.',
  ),
  IDENTITY_INTROSPECTION_SECRET: text('Secret of that client.'),
  SESSION_MODE: Type.Union([Type.Literal('bff'), Type.Literal('browser')], {
    default: 'bff',
    description:
      'Where refresh tokens live: bff keeps them at the identity provider behind an HttpOnly cookie, browser in the page.',
  }),
  SESSION_MONITOR: Type.Union(
    [Type.Literal('iframe'), Type.Literal('sessionId'), Type.Literal('bff')],
    {
      default: 'iframe',
      description:
        'How pages notice that the session at the identity provider has ended: iframe, sessionId or bff.',
    },
  ),
  SILENT_LOGIN: Type.Union([Type.Literal('always'), Type.Literal('known'), Type.Literal('never')], {
    default: 'known',
    description:
      'Whether a page that starts logs in silently: always, only where a user of before is stored (known), or never.',
  }),
  REVOKE_CHECK: flag(
    'Whether a page that starts with a token asks the identity provider first if it still counts; 0 by default.',
  ),
  LOGIN_TOKEN_NAME: text(
    'Name of a parameter that is passed through with every authorization request, such as a login hint that the identity provider expects. None by default.',
  ),
  LOGIN_TOKEN_VALUE: text(
    'Value of that parameter; it is in the page and in addresses, so no secret.',
  ),
  TRUSTED_PROXIES: text(
    'Addresses or networks of proxies before this program whose X-Forwarded-For is believed, comma separated. None by default.',
  ),
  VAULT_KEYS: text(
    'Keys that wrap stored secrets, newest first: id:base64 of 32 bytes, comma separated. A key file under DATA_DIR when absent.',
  ),
  VAULT_KEY_FILE_ALLOWED: flag(
    'Allow the key file under DATA_DIR outside demo mode. A key store is the better place.',
  ),
  SMTP_URL: text(
    'Mail server for confirmations and password links, such as smtps://user:password@mail.example.com. In demo mode without one the letters are shown at /mailbox of the identity provider.',
  ),
  ADMINISTRATOR_EMAIL: text(
    'E-mail address whose account, once the address is confirmed, may give roles to others. When absent, a start outside demo mode prints a link, once, that makes the first administrator.',
  ),
  STOLEN_PASSWORDS_API: text(
    'Base of a range query for stolen passwords, such as https://api.pwnedpasswords.com/range; only five digits of a hash are sent. Only the shipped filter is asked when absent.',
  ),
  MAIL_FROM: text(
    'Sender of mail; needed with SMTP_URL, such as Seller Connect <no-reply@example.com>.',
  ),
  LAZADA_APP_KEY: text('Application key of the Lazada Open Platform.'),
  LAZADA_APP_SECRET: text('Application secret of the Lazada Open Platform.'),
  LAZADA_AUTHORIZE_URL: text('Consent page; Lazada’s own when absent, the sandbox’s in demo mode.'),
  LAZADA_AUTH_API: text('Base of the token calls; Lazada’s own when absent.'),
  LAZADA_API: text('Base of the data calls for every country; Lazada’s own hosts when absent.'),
  LAZADA_CALLS_PER_SECOND: callRate(
    1000,
    'Calls per second and shop; 3 by default, 100 against the sandbox.',
  ),
  LAZADA_APP_CALLS_PER_SECOND: callRate(
    100_000,
    'Calls per second of the application, all shops together; 115 by default, for Lazada allows ten million a day, and no limit against the sandbox. An application in test status has ten thousand a day.',
  ),
  SHOPEE_PARTNER_ID: Type.Optional(
    Type.String({
      pattern: '^[1-9]\\d{0,9}$',
      description: 'Partner id of the application at the Shopee Open Platform, a number.',
    }),
  ),
  SHOPEE_PARTNER_KEY: text('Partner key of the application at the Shopee Open Platform.'),
  SHOPEE_AUTHORIZE_URL: text('Consent page; Shopee’s own when absent, the sandbox’s in demo mode.'),
  SHOPEE_API: text('Host of all calls, without /api/v2; Shopee’s own when absent.'),
  SHOPEE_CALLS_PER_SECOND: callRate(
    1000,
    'Calls per second and shop; 10 by default, 100 against the sandbox.',
  ),
  SHOPEE_APP_CALLS_PER_SECOND: callRate(
    100_000,
    'Calls per second of the application, all shops together; no limit by default, for Shopee publishes none.',
  ),
  SHOPEE_PUSH_KEY: text('Key of Shopee’s pushes; SHOPEE_PARTNER_KEY when absent.'),
  SHOPEE_PUSH_URL: text(
    'Callback address of pushes to the letter as Shopee’s console has it, for it is signed; APP_ORIGIN/partner/push/shopee when absent.',
  ),
  SHOPEE_PUSH_SIGNATURE: Type.Union([Type.Literal('documented'), Type.Literal('either')], {
    default: 'documented',
    description:
      'Which signature of Shopee’s pushes is taken: documented, over address and body, or either, also the one over the body alone that live pushes have been seen with.',
  }),
  TIKI_APP_ID: text('Client id of the application at Tiki.'),
  TIKI_APP_SECRET: text('Client secret of the application at Tiki.'),
  TIKI_CLIENT_AUTHENTICATION: Type.Union(
    [Type.Literal('client_secret_basic'), Type.Literal('client_secret_post')],
    {
      default: 'client_secret_basic',
      description: 'How the application shows its secret to Tiki; as it was registered.',
    },
  ),
  TIKI_AUTHORIZE_URL: text('Consent page; Tiki’s own when absent, the sandbox’s in demo mode.'),
  TIKI_TOKEN_URL: text('Token endpoint; Tiki’s own when absent.'),
  TIKI_API: text('Base of the data calls; Tiki’s own when absent.'),
  TIKI_CALLS_PER_SECOND: callRate(
    200,
    'Calls per second and shop, which Tiki limits to 200; 20 by default, 100 against the sandbox.',
  ),
  TIKI_APP_CALLS_PER_SECOND: callRate(
    100_000,
    'Calls per second of the application, all shops together; no limit by default, for Tiki limits each seller.',
  ),
  TIKI_EVENTS_EVERY_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 3600,
    default: 2,
    description: 'How often Tiki’s queue of events is asked; 0 leaves it alone.',
  }),
  TIKTOK_APP_KEY: text(
    'Key of the application at the TikTok Shop Partner Center, which needs the rights to read shops, orders, products, returns and finance.',
  ),
  TIKTOK_APP_SECRET: text('Secret of the application at the TikTok Shop Partner Center.'),
  TIKTOK_SERVICE_ID: text(
    'Id of the service on whose page sellers authorise the application; not its key. The redirect address registered there must be APP_ORIGIN/oauth/callback/tiktok.',
  ),
  TIKTOK_AUTHORIZE_URL: text(
    'Consent page; that of every market but the United States when absent, the sandbox’s in demo mode.',
  ),
  TIKTOK_AUTH_API: text('Host of the token calls; TikTok Shop’s own when absent.'),
  TIKTOK_API: text('Host of the data calls; TikTok Shop’s own when absent.'),
  TIKTOK_CALLS_PER_SECOND: callRate(
    1000,
    'Calls per second and shop; 5 by default, 100 against the sandbox.',
  ),
  TIKTOK_APP_CALLS_PER_SECOND: callRate(
    100_000,
    'Calls per second of the application, all shops together; no limit by default, for TikTok Shop publishes none.',
  ),
  FACEBOOK_APP_ID: text('Id of the application at Facebook.'),
  FACEBOOK_APP_SECRET: text('Secret of the application at Facebook.'),
  FACEBOOK_DIALOG_URL: text(
    'Log-in dialog with its version; Facebook’s own when absent, the sandbox’s in demo mode.',
  ),
  FACEBOOK_GRAPH: text('Base of the Graph calls with its version; Facebook’s own when absent.'),
  FACEBOOK_CALLS_PER_SECOND: callRate(
    1000,
    'Calls per second and ad account; 5 by default, 100 against the sandbox. What Facebook says of its limits is obeyed besides.',
  ),
  FACEBOOK_APP_CALLS_PER_SECOND: callRate(
    100_000,
    'Calls per second of the application, all ad accounts together; no limit by default, for Facebook says with every answer how much is left.',
  ),
  GOOGLE_CLIENT_ID: text(
    'Client id at Google for "Sign in with Google"; APP_ORIGIN/oauth/callback/google is its redirect address.',
  ),
  GOOGLE_CLIENT_SECRET: text('Client secret at Google.'),
  GOOGLE_ISSUER: text(
    'Issuer whose discovery document is read; Google’s own when absent, the sandbox’s in demo mode.',
  ),
  GOOGLE_TOKENINFO: text(
    'Address that says for whom an access token was issued; Google’s own when absent.',
  ),
  REPORTING_TOOLS: text(
    'JSON list of reporting tools a seller continues in: [{"id","name","url","returnAddresses"}]; refer links lead back to listed addresses only, to url when none are listed. The sandbox’s tool in demo mode when absent.',
  ),
  REPORTING_TOOL_SECRETS: text(
    'Secrets with which reporting tools make refer links: id:secret of 32 characters or more, comma separated. See docs/refer-links.md.',
  ),
  BRAND_PRESET: text('JSON colour preset for the page: {"id","name","primary","secondary"}.'),
  RAW_RETENTION_DAYS: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 365,
    description:
      'Days after which stored answers of marketplaces are deleted; figures stay. 0 keeps them. See docs/privacy.md.',
  }),
  DISCONNECTED_DATA_DAYS: Type.Integer({
    minimum: 0,
    maximum: 36_500,
    default: 90,
    description:
      'Days after its disconnection when everything that was read from a shop is erased; 0 leaves that to its team.',
  }),
  WORKER_CONCURRENCY: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 4,
    description:
      'Streams that one worker process reads at the same time; it fills histories of half as many shops beside them.',
  }),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^\\S{16,}$',
      description:
        'Bearer token of 16 characters or more for /metrics. Without one it answers callers on this machine only, and none that a proxy forwards.',
    }),
  ),
  LOG_LEVEL: text('trace, debug, info, warn, error or silent.', 'info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://',
      description:
        'Base address of a collector of traces that speaks OTLP over HTTP, such as http://localhost:4318. Without it nothing is traced.',
    }),
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'Share of calls and readings that are traced, 0 to 1.',
  }),
});
