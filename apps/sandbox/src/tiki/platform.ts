/** State and dependencies that Tiki's consent page, token endpoint and API share. */
import { randomBytes } from 'node:crypto';
import { defaultTikiOptions, type TikiOptions } from './application.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { EventQueues } from './event-queues.ts';
import { TikiGrants } from './auth/grants.ts';
import { CallLimiter } from '../faults/call-limiter.ts';
import { TikiError } from './errors.ts';

export class TikiPlatform {
  readonly parts: PlatformDependencies;
  readonly grants: TikiGrants;
  readonly queues: EventQueues;
  readonly throttle = new TikiThrottle();
  options: TikiOptions = defaultTikiOptions;
  /** The application's own tokens with their expiry in epoch seconds. They give access to queues, but to no shop. */
  readonly #ownTokens = new Map<string, number>();

  constructor(parts: PlatformDependencies) {
    this.parts = parts;
    this.queues = new EventQueues(parts);
    this.grants = new TikiGrants(
      () => parts.clock.now(),
      () => this.options,
    );
  }

  /** Issues a token of the application itself. */
  issueOwnToken(): string {
    const token = randomBytes(48).toString('base64url');
    this.#ownTokens.set(token, this.parts.clock.now() + this.options.accessTokenSeconds);
    return token;
  }

  isOwnToken(token: string): boolean {
    return (this.#ownTokens.get(token) ?? 0) > this.parts.clock.now();
  }

  /** Resets to the initial state, without any grants. */
  reset(): void {
    this.options = defaultTikiOptions;
    this.grants.clear();
    this.queues.restore([]);
    this.#ownTokens.clear();
    this.throttle.lift();
  }
}

class TikiThrottle extends CallLimiter {
  ban(shop: string, seconds: number): void {
    this.banScope(shop, '429', seconds);
  }

  /**
   * Counts a call for a shop.
   *
   * @throws {TikiError} 429 if the rate limit is exceeded or a ban is active.
   */
  admit(shop: string, options: TikiOptions): void {
    const isAdmitted =
      this.banOf(shop) === null && this.take(shop, options.callsPerSecondPerSeller);
    if (!isAdmitted) throw new TikiError(429);
  }
}
