import { setTimeout as delay } from 'node:timers/promises';
import {
  createFacebookConnector,
  createLazadaConnector,
  createLazadaPushReader,
  createShopeeConnector,
  createShopeePushReader,
  createTikiConnector,
  createTikTokConnector,
  createTikTokPushReader,
  facebookHosts,
  lazadaHosts,
  shopeeHosts,
  tikiHosts,
  tikTokHosts,
  type Connector,
  type ConnectorEnvironment,
  type FacebookApplication,
  type LazadaApplication,
  type Platform,
  type PushReader,
  type ShopeeApplication,
  type TikiApplication,
  type TikTokApplication,
} from '@seller-connect/partners';
import { ConfigurationError, type Configuration } from '../platform/config/configuration.ts';
import type { Log } from '../platform/log.ts';
import { countThrottle, instrumentedFetch } from './limits/metrics.ts';
import type { RateLimits, RateLimiter } from './limits/rate-limiter.ts';

export type Connectors = ReadonlyMap<Platform, Connector>;

const callTimeoutMs = 20_000;

/** Creates the connectors of all partners that this installation has an application for. */
export function createConnectors(
  configuration: Configuration,
  dependencies: { rateLimiter: RateLimiter; log: Log },
): Connectors {
  const environment: Omit<ConnectorEnvironment, 'fetch'> = {
    clock: () => new Date(),
    log: dependencies.log,
    beforeCall: (call) => dependencies.rateLimiter.beforeCall(call),
    onThrottled(call, throttle) {
      countThrottle(call.platform, throttle.scope);
      return dependencies.rateLimiter.onThrottled(call, throttle);
    },
    timeoutMs: callTimeoutMs,
    sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
    random: Math.random,
  };
  const connectors = new Map<Platform, Connector>();
  for (const application of partnerApplications) {
    const connector = application.connect(configuration, {
      ...environment,
      fetch: instrumentedFetch(application.platform),
    });
    if (connector) connectors.set(application.platform, connector);
  }
  return connectors;
}

/** Creates the receivers of pushes for the partners that this installation has an application for. */
export function pushReaders(configuration: Configuration): PushReader[] {
  return partnerApplications.flatMap((application) => application.pushes(configuration) ?? []);
}

/** Returns the rate limits per platform, in calls per second. The sandbox's are higher. */
export function rateLimits(configuration: Configuration): (platform: Platform) => RateLimits {
  const rates = new Map(
    partnerApplications.map(({ platform, idSetting, rates: known }) => {
      const isSandbox = configuration[idSetting] === undefined && configuration.demo;
      const { shop, app } = isSandbox ? { shop: 100, app: null } : known;
      const limits = {
        shop: configuration[`${platform}_CALLS_PER_SECOND`] ?? shop,
        app: configuration[`${platform}_APP_CALLS_PER_SECOND`] ?? app,
      };
      return [platform, limits] as const;
    }),
  );
  return (platform) => rates.get(platform) ?? { shop: 1, app: null };
}

/** Settings whose value is a text. */
type TextSetting = {
  [Name in keyof Configuration]-?: Configuration[Name] extends string | undefined ? Name : never;
}[keyof Configuration];

interface PartnerDescription<Hosts, Application> {
  platform: Platform;
  /** Names of the settings with the application's id and secret. */
  settings: readonly [id: TextSetting, secret: TextSetting];
  /** The partner's hosts, for a real application. */
  hosts: Hosts;
  sandbox: {
    /** The test application that only the sandbox accepts. */
    id: string;
    secret: string;
    /** Port of the partner in the sandbox, relative to `SANDBOX_PORT`. */
    port: number;
    hosts(origin: string): Hosts;
  };
  application(
    found: { id: string; secret: string; hosts: Hosts },
    configuration: Configuration,
  ): Application;
  connector(application: Application, environment: ConnectorEnvironment): Connector;
  /** Absent if the partner sends no pushes. */
  pushReader?(application: Application, configuration: Configuration): PushReader;
  /** Rate limits of a real application, unless the configuration has others. */
  rates: RateLimits;
}

/** Returns how to reach one partner. Its application and hosts come from the configuration. */
function describePartner<Hosts, Application>(description: PartnerDescription<Hosts, Application>) {
  const { platform, settings, sandbox, rates } = description;

  /**
   * Returns the configured application, or the sandbox's application in demo mode, or null.
   * @throws ConfigurationError if only a part of an application is configured
   */
  function application(configuration: Configuration): Application | null {
    const [id, secret] = settings.map((name) => configuration[name]);
    if (id !== undefined && secret !== undefined) {
      return description.application({ id, secret, hosts: description.hosts }, configuration);
    }
    if (id !== undefined || secret !== undefined) {
      throw new ConfigurationError(`${settings.join(' and ')} must be set together.`);
    }
    if (!configuration.demo) return null;
    const hosts = sandbox.hosts(`http://localhost:${configuration.SANDBOX_PORT + sandbox.port}`);
    return description.application({ ...sandbox, hosts }, configuration);
  }

  return {
    platform,
    rates,
    /** Name of the setting with the application's id. */
    idSetting: settings[0],
    application,
    /** Returns null without an application. */
    connect(configuration: Configuration, environment: ConnectorEnvironment): Connector | null {
      const found = application(configuration);
      return found && description.connector(found, environment);
    },
    /** Creates the receiver of pushes. Returns null without an application, or if the partner sends no pushes. */
    pushes(configuration: Configuration): PushReader | null {
      if (!description.pushReader) return null;
      const found = application(configuration);
      return found && description.pushReader(found, configuration);
    },
  };
}

/** Returns the path of a partner's pushes on the application's origin. */
export function pushPath(platform: Platform): `/${string}` {
  return `/partner/push/${platform.toLowerCase()}`;
}

export const lazada = describePartner<typeof lazadaHosts, LazadaApplication>({
  platform: 'LAZADA',
  settings: ['LAZADA_APP_KEY', 'LAZADA_APP_SECRET'],
  hosts: lazadaHosts,
  sandbox: {
    id: '100240',
    secret: 'sc-lazada-secret-0001',
    port: 1,
    hosts: (origin) => ({
      authorizeUrl: `${origin}/oauth/authorize`,
      authApi: `${origin}/rest`,
      apiFor: () => `${origin}/rest`,
    }),
  },
  application({ id, secret, hosts }, configuration) {
    const api = configuration.LAZADA_API;
    return {
      appKey: id,
      appSecret: secret,
      authorizeUrl: configuration.LAZADA_AUTHORIZE_URL ?? hosts.authorizeUrl,
      authApi: configuration.LAZADA_AUTH_API ?? hosts.authApi,
      apiFor: api === undefined ? hosts.apiFor : () => api,
    };
  },
  connector: createLazadaConnector,
  pushReader: createLazadaPushReader,
  // Lazada allows an application that is online ten million calls a day, which are 115 per second.
  rates: { shop: 3, app: 115 },
});

export const shopee = describePartner<typeof shopeeHosts, ShopeeApplication>({
  platform: 'SHOPEE',
  settings: ['SHOPEE_PARTNER_ID', 'SHOPEE_PARTNER_KEY'],
  hosts: shopeeHosts,
  sandbox: {
    id: '1000240',
    secret: 'sc-shopee-partner-key-0001',
    port: 2,
    hosts: (origin) => ({ authorizeUrl: `${origin}/auth`, api: origin }),
  },
  application: ({ id, secret, hosts }, configuration) => ({
    partnerId: id,
    partnerKey: secret,
    authorizeUrl: configuration.SHOPEE_AUTHORIZE_URL ?? hosts.authorizeUrl,
    api: configuration.SHOPEE_API ?? hosts.api,
  }),
  connector: createShopeeConnector,
  pushReader: ({ partnerKey }, configuration) =>
    createShopeePushReader({
      pushKey: configuration.SHOPEE_PUSH_KEY ?? partnerKey,
      callbackUrl:
        configuration.SHOPEE_PUSH_URL ?? `${configuration.appOrigin}${pushPath('SHOPEE')}`,
      acceptBodyOnly: configuration.SHOPEE_PUSH_SIGNATURE === 'either',
    }),
  // Shopee publishes no limit and recommends few concurrent calls.
  rates: { shop: 10, app: null },
});

export const tiki = describePartner<typeof tikiHosts, TikiApplication>({
  platform: 'TIKI',
  settings: ['TIKI_APP_ID', 'TIKI_APP_SECRET'],
  hosts: tikiHosts,
  sandbox: {
    id: '1000000000000001',
    secret: 'sandbox-secret-0001',
    port: 3,
    hosts: (origin) => ({
      authorizeUrl: `${origin}/sc/oauth2/auth`,
      tokenUrl: `${origin}/sc/oauth2/token`,
      api: `${origin}/integration`,
    }),
  },
  application: ({ id, secret, hosts }, configuration) => ({
    clientId: id,
    clientSecret: secret,
    clientAuthentication: configuration.TIKI_CLIENT_AUTHENTICATION,
    authorizeUrl: configuration.TIKI_AUTHORIZE_URL ?? hosts.authorizeUrl,
    tokenUrl: configuration.TIKI_TOKEN_URL ?? hosts.tokenUrl,
    api: configuration.TIKI_API ?? hosts.api,
  }),
  connector: createTikiConnector,
  rates: { shop: 20, app: null },
});

/** A real application must also have a service id, which the authorization page needs. */
export const tiktok = describePartner<
  typeof tikTokHosts & { serviceId?: string },
  TikTokApplication
>({
  platform: 'TIKTOK',
  settings: ['TIKTOK_APP_KEY', 'TIKTOK_APP_SECRET'],
  hosts: tikTokHosts,
  sandbox: {
    id: '6sc100240tts',
    secret: 'sc-tiktok-secret-0001',
    port: 4,
    hosts: (origin) => ({
      authorizeUrl: `${origin}/open/authorize`,
      authApi: origin,
      api: origin,
      serviceId: '7100240000000000001',
    }),
  },
  application({ id, secret, hosts }, configuration) {
    const serviceId = configuration.TIKTOK_SERVICE_ID ?? hosts.serviceId;
    if (serviceId === undefined) {
      throw new ConfigurationError('TIKTOK_SERVICE_ID must be set together with TIKTOK_APP_KEY.');
    }
    return {
      appKey: id,
      appSecret: secret,
      serviceId,
      authorizeUrl: configuration.TIKTOK_AUTHORIZE_URL ?? hosts.authorizeUrl,
      authApi: configuration.TIKTOK_AUTH_API ?? hosts.authApi,
      api: configuration.TIKTOK_API ?? hosts.api,
    };
  },
  connector: createTikTokConnector,
  pushReader: createTikTokPushReader,
  // TikTok Shop publishes no limit, because its limits vary with its load.
  rates: { shop: 5, app: null },
});

export const facebook = describePartner<
  Record<keyof typeof facebookHosts, string>,
  FacebookApplication
>({
  platform: 'FACEBOOK',
  settings: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  hosts: facebookHosts,
  sandbox: {
    id: '1000240000000001',
    secret: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
    port: 5,
    hosts: (origin) => ({ dialogUrl: `${origin}/v26.0/dialog/oauth`, graph: `${origin}/v26.0` }),
  },
  application: ({ id, secret, hosts }, configuration) => ({
    appId: id,
    appSecret: secret,
    dialogUrl: configuration.FACEBOOK_DIALOG_URL ?? hosts.dialogUrl,
    graph: configuration.FACEBOOK_GRAPH ?? hosts.graph,
  }),
  connector: createFacebookConnector,
  // Facebook reports the usage of an account with every response. This limit only prevents bursts.
  rates: { shop: 5, app: null },
});

/** All partners that can be linked. Add a new one here. */
export const partnerApplications = [lazada, shopee, tiki, tiktok, facebook];
