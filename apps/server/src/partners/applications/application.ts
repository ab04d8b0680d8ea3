import type {
  Connector,
  ConnectorEnvironment,
  Platform,
  PushReader,
} from '@seller-connect/partners';
import { ConfigurationError, type Configuration } from '../../platform/config/configuration.ts';
import type { RateLimits } from '../limits/rate-limiter.ts';

/** How to reach one partner. Its application and hosts come from the configuration. */
export interface PartnerApplication {
  readonly platform: Platform;
  /**
   * Creates the connector of the configured application, or of the sandbox's application in demo mode. Returns null if
   * there is neither.
   * @throws ConfigurationError if only a part of an application is configured
   */
  connect(configuration: Configuration, environment: ConnectorEnvironment): Connector | null;
  /** Creates the receiver of pushes. Returns null without an application; absent if the partner sends no pushes. */
  pushes?(configuration: Configuration): PushReader | null;
  callRates(configuration: Configuration): RateLimits;
}

/** Credentials of our application at a partner, or of the application that the partner's sandbox knows. */
export interface Credentials {
  readonly id: string;
  readonly secret: string;
  /** Base URL of the partner in the sandbox; null for a real application. */
  readonly sandbox: string | null;
}

export interface CredentialSettings {
  /** Names of the two settings. */
  readonly names: readonly [id: string, secret: string];
  readonly id: string | undefined;
  readonly secret: string | undefined;
  /** The test application that only the sandbox accepts. */
  readonly test: { readonly id: string; readonly secret: string };
  /** Port of the partner in the sandbox, relative to `SANDBOX_PORT`. */
  readonly sandboxPort: number;
}

/**
 * Returns the configured application, or the sandbox's application in demo mode, or null.
 * @throws ConfigurationError if only one of the two settings is set
 */
export function resolveCredentials(
  configuration: Configuration,
  { names, id, secret, test, sandboxPort }: CredentialSettings,
): Credentials | null {
  if (id !== undefined && secret !== undefined) return { id, secret, sandbox: null };
  if (id !== undefined || secret !== undefined) {
    throw new ConfigurationError(`${names.join(' and ')} must be set together.`);
  }
  if (!configuration.demo) return null;
  const port = configuration.SANDBOX_PORT + sandboxPort;
  return { ...test, sandbox: `http://localhost:${port}` };
}

/** Returns the rate limits of a partner: the configured ones, else the sandbox's in demo mode, else the known ones. */
export function resolveRateLimits(
  configuration: Configuration,
  limits: {
    id: string | undefined;
    shop: { configured: number | undefined; defaultRate: number };
    /** `defaultRate`: null if the partner publishes no limit per application. */
    app: { configured: number | undefined; defaultRate: number | null };
  },
): RateLimits {
  const isSandbox = limits.id === undefined && configuration.demo;
  return {
    shop: limits.shop.configured ?? (isSandbox ? 100 : limits.shop.defaultRate),
    app: limits.app.configured ?? (isSandbox ? null : limits.app.defaultRate),
  };
}

/** Returns the path of a partner's pushes on the application's origin. */
export function pushPath(platform: Platform): `/${string}` {
  return `/partner/push/${platform.toLowerCase()}`;
}
