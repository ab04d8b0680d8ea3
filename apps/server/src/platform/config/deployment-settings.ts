import { Environment } from './environment.ts';

/** Whether the value of a setting must not be read by whoever may see the configuration. */
export function isSecretSetting(name: string): boolean {
  return /_SECRETS?$|^VAULT_KEYS$|^DATABASE_(?:ADMIN_)?URL$|^SMTP_URL$|^METRICS_TOKEN$|^VAPID_PRIVATE_KEY$|^ZALO_(?:(?:OA_)?SECRET_KEY|REFRESH_TOKEN)$|^SHOPEE_(?:PARTNER|PUSH)_KEY$/.test(
    name,
  );
}

/** Set by the artefacts themselves, or of use to the demo and to development only. */
const fixedSettings = new Set([
  'DATA_DIR',
  'DEMO_SHOPS',
  'HOST',
  'IDENTITY_PORT',
  'METRICS_PORT',
  'PORT',
  'ROLES',
  'SANDBOX_PORT',
]);

/** What a production installation has to decide. */
const requiredSettings: Readonly<Record<string, string>> = {
  ENVIRONMENT: 'production',
  APP_ORIGIN: 'https://app.example.com',
  IDENTITY_ORIGIN: 'https://id.example.com',
  TRUSTED_PROXIES: '127.0.0.1',
  DATABASE_URL: 'postgres://seller_connect:PASSWORD@localhost/seller_connect',
  VAULT_KEYS: '',
  DEMO: '0',
};

function describedSettings() {
  return Object.entries(Environment.properties)
    .filter(([name]) => !fixedSettings.has(name))
    .map(([name, schema]) => ({
      name,
      description:
        'description' in schema && typeof schema.description === 'string' ? schema.description : '',
      defaultValue: 'default' in schema ? String(schema.default) : '',
    }));
}

/** Renders the file of settings for compose.yaml and the systemd unit. */
export function renderEnvironmentFile(): string {
  const settings = describedSettings();
  const required = Object.entries(requiredSettings).map(([name, value]) => {
    const description = settings.find((each) => each.name === name)?.description ?? '';
    return `# ${description}\n${name}=${value}\n`;
  });
  const others = settings
    .filter(({ name }) => !(name in requiredSettings))
    .map(({ name, description, defaultValue }) => `# ${description}\n#${name}=${defaultValue}\n`);
  return `# Settings of Seller Connect, one a line. This file is generated from
# apps/server/src/platform/config/environment.ts; copy it and change the copy.
# It contains secrets: only root may read the copy (chmod 600).

# Required in production. VAULT_KEYS is what this prints: echo "1:$(openssl rand -base64 32)"

${required.join('\n')}
# Optional. A marketplace is offered once its keys are set.

${others.join('\n')}`;
}

/** Renders the JSON schema of the chart's values: settings that do not exist, and secret ones, are refused. */
export function renderChartSchema(): string {
  const settings = describedSettings().filter(({ name }) => !isSecretSetting(name));
  const text = { type: 'string', minLength: 1 };
  const process = {
    type: 'object',
    required: ['roles', 'port', 'replicas', 'resources'],
    additionalProperties: false,
    properties: {
      roles: text,
      port: { enum: [3000, 3001] },
      replicas: { type: 'integer', minimum: 0 },
      resources: { type: 'object' },
    },
  };
  const object = (properties: Record<string, object>) => ({
    type: 'object',
    required: Object.keys(properties),
    additionalProperties: false,
    properties,
  });
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the chart, generated from apps/server/src/platform/config/environment.ts',
    ...object({
      image: object({
        repository: text,
        tag: text,
        pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
      }),
      settings: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(
          settings.map(({ name, description }) => [
            name,
            { type: ['string', 'number'], description },
          ]),
        ),
      },
      secretName: text,
      processes: object({ web: process, identity: process, worker: process }),
      upgradeStrategy: { enum: ['Recreate', 'RollingUpdate'] },
      ingress: object({
        enabled: { type: 'boolean' },
        className: text,
        tlsSecretName: text,
        appHost: text,
        identityHost: text,
      }),
      metrics: object({ port: { type: 'integer', minimum: 1, maximum: 65_535 }, namespace: text }),
    }),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
