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
  /** Name of the setting with the application's id. */
  readonly idSetting: TextSetting;
  /**
   * Creates the connector of the configured application, or of the sandbox's application in demo mode. Returns null if
   * there is neither.
   * @throws ConfigurationError if only a part of an application is configured
   */
  connect(configuration: Configuration, environment: ConnectorEnvironment): Connector | null;
  /** Creates the receiver of pushes. Returns null without an application; absent if the partner sends no pushes. */
  pushes?(configuration: Configuration): PushReader | null;
  /** Rate limits of a real application, unless the configuration has others. */
  readonly rates: RateLimits;
}

/** Settings whose value is a text. */
type TextSetting = {
  [Name in keyof Configuration]-?: Configuration[Name] extends string | undefined ? Name : never;
}[keyof Configuration];

/** Credentials of our application at a partner, or of the application that the partner's sandbox knows. */
export interface Credentials {
  readonly id: string;
  readonly secret: string;
  /** Base URL of the partner in the sandbox; null for a real application. */
  readonly sandbox: string | null;
}

/**
 * Returns the configured application, or the sandbox's application in demo mode, or null.
 * @param settings names of the settings with id and secret
 * @throws ConfigurationError if only one of the two settings is set
 */
export function resolveCredentials(
  configuration: Configuration,
  settings: readonly [id: TextSetting, secret: TextSetting],
  sandbox: {
    /** The test application that only the sandbox accepts. */
    id: string;
    secret: string;
    /** Port of the partner in the sandbox, relative to `SANDBOX_PORT`. */
    port: number;
  },
): Credentials | null {
  const [id, secret] = settings.map((name) => configuration[name]);
  if (id !== undefined && secret !== undefined) return { id, secret, sandbox: null };
  if (id !== undefined || secret !== undefined) {
    throw new ConfigurationError(`${settings.join(' and ')} must be set together.`);
  }
  if (!configuration.demo) return null;
  const port = configuration.SANDBOX_PORT + sandbox.port;
  return { id: sandbox.id, secret: sandbox.secret, sandbox: `http://localhost:${port}` };
}

/** Returns the path of a partner's pushes on the application's origin. */
export function pushPath(platform: Platform): `/${string}` {
  return `/partner/push/${platform.toLowerCase()}`;
}
