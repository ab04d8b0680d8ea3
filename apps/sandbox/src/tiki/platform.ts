/** State and dependencies that Tiki's consent page, token endpoint and API share. */
import { randomBytes } from 'node:crypto';
import { DEFAULT_TIKI_OPTIONS } from './application.ts';
import type { TikiOptions } from './application.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { EventQueues } from './event-queues.ts';
import { TikiGrants } from './auth/grants.ts';
import { TikiThrottle } from './throttle.ts';

export class TikiPlatform {
  readonly parts: PlatformDependencies;
  readonly grants: TikiGrants;
  readonly queues: EventQueues;
  readonly throttle = new TikiThrottle();
  options: TikiOptions = DEFAULT_TIKI_OPTIONS;
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
    this.options = DEFAULT_TIKI_OPTIONS;
    this.grants.clear();
    this.queues.restore([]);
    this.#ownTokens.clear();
    this.throttle.lift();
  }
}
