import { setTimeout as delay } from 'node:timers/promises';
import {
  createLazadaConnector,
  createTikiConnector,
  lazadaHosts,
  tikiHosts,
  type Connector,
  type ConnectorEnvironment,
  type LazadaApplication,
  type Platform,
  type TikiApplication,
} from '@seller-connect/partners';
import { ConfigurationError, type Configuration } from '../platform/configuration.ts';
import type { Log } from '../platform/log.ts';
import type { Quota } from './quota.ts';

export type Connectors = ReadonlyMap<Platform, Connector>;

/** The applications that the sandbox knows; of no use anywhere else. */
const sandboxApplication = { appKey: '100240', appSecret: 'sc-lazada-secret-0001' };
const sandboxTiki = { clientId: '1000000000000001', clientSecret: 'sandbox-secret-0001' };

const callTimeoutMs = 20_000;

/** The partners that this installation has an application for. */
export function createConnectors(
  configuration: Configuration,
  deps: { quota: Quota; log: Log },
): Connectors {
  const environment: ConnectorEnvironment = {
    fetch,
    clock: () => new Date(),
    log: deps.log,
    beforeCall: (call) => deps.quota.beforeCall(call),
    onThrottled: (call, throttle) => deps.quota.onThrottled(call, throttle),
    timeoutMs: callTimeoutMs,
    sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
    random: Math.random,
  };
  const connectors = new Map<Platform, Connector>();
  const lazada = lazadaApplication(configuration);
  if (lazada) connectors.set('LAZADA', createLazadaConnector(lazada, environment));
  const tiki = tikiApplication(configuration);
  if (tiki) connectors.set('TIKI', createTikiConnector(tiki, environment));
  return connectors;
}

/**
 * Lazada's application and hosts from the configuration; the sandbox's in demo mode; null without either.
 * @throws ConfigurationError for one half of an application
 */
export function lazadaApplication(configuration: Configuration): LazadaApplication | null {
  const { LAZADA_APP_KEY: appKey, LAZADA_APP_SECRET: appSecret } = configuration;
  if ((appKey === undefined) !== (appSecret === undefined)) {
    throw new ConfigurationError('LAZADA_APP_KEY and LAZADA_APP_SECRET must be set together.');
  }
  const isSandbox = appKey === undefined && configuration.demo;
  const application = isSandbox
    ? sandboxApplication
    : appKey !== undefined && appSecret !== undefined
      ? { appKey, appSecret }
      : null;
  if (application === null) return null;
  const sandbox = `http://localhost:${configuration.SANDBOX_PORT + 1}`;
  const hosts = isSandbox
    ? {
        authorizeUrl: `${sandbox}/oauth/authorize`,
        authApi: `${sandbox}/rest`,
        apiFor: () => `${sandbox}/rest`,
      }
    : lazadaHosts;
  const api = configuration.LAZADA_API;
  return {
    ...application,
    authorizeUrl: configuration.LAZADA_AUTHORIZE_URL ?? hosts.authorizeUrl,
    authApi: configuration.LAZADA_AUTH_API ?? hosts.authApi,
    apiFor: api === undefined ? hosts.apiFor : () => api,
  };
}

/**
 * Tiki's application and hosts from the configuration; the sandbox's in demo mode; null without either.
 * @throws ConfigurationError for one half of an application
 */
export function tikiApplication(configuration: Configuration): TikiApplication | null {
  const { TIKI_APP_ID: clientId, TIKI_APP_SECRET: clientSecret } = configuration;
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    throw new ConfigurationError('TIKI_APP_ID and TIKI_APP_SECRET must be set together.');
  }
  const isSandbox = clientId === undefined && configuration.demo;
  const application = isSandbox
    ? sandboxTiki
    : clientId !== undefined && clientSecret !== undefined
      ? { clientId, clientSecret }
      : null;
  if (application === null) return null;
  const sandbox = `http://localhost:${configuration.SANDBOX_PORT + 3}`;
  const hosts = isSandbox
    ? {
        authorizeUrl: `${sandbox}/sc/oauth2/auth`,
        tokenUrl: `${sandbox}/sc/oauth2/token`,
        api: `${sandbox}/integration`,
      }
    : tikiHosts;
  return {
    ...application,
    clientAuthentication: configuration.TIKI_CLIENT_AUTHENTICATION,
    authorizeUrl: configuration.TIKI_AUTHORIZE_URL ?? hosts.authorizeUrl,
    tokenUrl: configuration.TIKI_TOKEN_URL ?? hosts.tokenUrl,
    api: configuration.TIKI_API ?? hosts.api,
  };
}

/** Calls per second and shop of each partner. */
export function callsPerSecond(configuration: Configuration): (platform: Platform) => number {
  const tiki = configuration.demo && configuration.TIKI_APP_ID === undefined ? 100 : 20;
  return (platform) =>
    platform === 'TIKI'
      ? (configuration.TIKI_CALLS_PER_SECOND ?? tiki)
      : lazadaCallsPerSecond(configuration);
}

/** Calls per second and shop: what Lazada is known to bear, and more of the sandbox. */
export function lazadaCallsPerSecond(configuration: Configuration): number {
  const fallback = configuration.demo && configuration.LAZADA_APP_KEY === undefined ? 100 : 3;
  return configuration.LAZADA_CALLS_PER_SECOND ?? fallback;
}
