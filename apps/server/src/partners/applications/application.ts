import type {
  Connector,
  ConnectorEnvironment,
  Platform,
  PushReader,
} from '@seller-connect/partners';
import { ConfigurationError, type Configuration } from '../../platform/config/configuration.ts';
import type { RateLimits } from '../limits/rate-limiter.ts';

/** How one partner is reached: its application and hosts come from the configuration. */
export interface PartnerApplication {
  readonly platform: Platform;
  /**
   * The connector of the application that is configured, or of the sandbox's in demo mode; null without either.
   * @throws ConfigurationError for one half of an application
   */
  connect(configuration: Configuration, environment: ConnectorEnvironment): Connector | null;
  /** The receiving end of a partner that calls us; null without an application, absent where it never calls. */
  pushes?(configuration: Configuration): PushReader | null;
  callRates(configuration: Configuration): RateLimits;
}

/** An application of our own with a partner, or the one that the partner's sandbox knows. */
export interface Credentials {
  readonly id: string;
  readonly secret: string;
  /** Base of the partner's port of the sandbox; null for an application of our own. */
  readonly sandbox: string | null;
}

export interface CredentialSettings {
  /** The two settings, as they are named. */
  readonly names: readonly [id: string, secret: string];
  readonly id: string | undefined;
  readonly secret: string | undefined;
  /** What the sandbox calls its test application; of no use anywhere else. */
  readonly test: { readonly id: string; readonly secret: string };
  /** Which port of the sandbox is the partner's, counted from `SANDBOX_PORT`. */
  readonly sandboxPort: number;
}

/**
 * The application that the configuration names, or in demo mode the sandbox's; null without either.
 * @throws ConfigurationError for one half of an application
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

/** What a partner is known to bear, and more of the sandbox; the configuration has the last word. */
export function resolveRateLimits(
  configuration: Configuration,
  limits: {
    id: string | undefined;
    shop: { configured: number | undefined; defaultRate: number };
    /** `defaultRate`: null where the partner publishes no limit of an application. */
    app: { configured: number | undefined; defaultRate: number | null };
  },
): RateLimits {
  const isSandbox = limits.id === undefined && configuration.demo;
  return {
    shop: limits.shop.configured ?? (isSandbox ? 100 : limits.shop.defaultRate),
    app: limits.app.configured ?? (isSandbox ? null : limits.app.defaultRate),
  };
}
