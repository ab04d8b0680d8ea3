import { setTimeout as delay } from 'node:timers/promises';
import type {
  Connector,
  ConnectorEnvironment,
  Platform,
  PushReader,
} from '@seller-connect/partners';
import type { Configuration } from '../../platform/config/configuration.ts';
import type { Log } from '../../platform/log.ts';
import { partnerApplications } from './partner-applications.ts';
import { countThrottle, instrumentedFetch } from '../limits/metrics.ts';
import type { RateLimits, RateLimiter } from '../limits/rate-limiter.ts';

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
