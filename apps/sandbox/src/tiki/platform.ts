/** State and dependencies that Tiki's consent page, token endpoint and API share. */
import { randomBytes } from 'node:crypto';
import { DEFAULT_TIKI_OPTIONS } from './application.ts';
import type { TikiOptions } from './application.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { TikiError } from './errors.ts';
import { EventQueues } from './event-queues.ts';
import { TikiGrants } from './auth/grants.ts';

export class TikiPlatform {
  readonly parts: PlatformDependencies;
  readonly grants: TikiGrants;
  readonly queues: EventQueues;
  options: TikiOptions = DEFAULT_TIKI_OPTIONS;
  #second = 0;
  readonly #calls = new Map<string, number>();
  /** The application's own tokens with their expiry in epoch seconds. They give access to queues, but to no shop. */
  readonly #ownTokens = new Map<string, number>();
  /** By shop: the end of its ban, in milliseconds of the machine's clock. */
  readonly #bans = new Map<string, number>();

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

  /** Rejects the calls of a shop for some seconds. */
  ban(shop: string, seconds: number): void {
    this.#bans.set(shop, Date.now() + seconds * 1000);
  }

  lift(): void {
    this.#bans.clear();
    this.#calls.clear();
  }

  /**
   * Counts a call by the machine's clock.
   *
   * @throws {TikiError} 429 if the rate limit is exceeded or a ban is active.
   */
  admit(shop: string): void {
    const now = Date.now();
    if ((this.#bans.get(shop) ?? 0) > now) throw new TikiError(429);
    const second = Math.floor(now / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#calls.clear();
    }
    const calls = (this.#calls.get(shop) ?? 0) + 1;
    this.#calls.set(shop, calls);
    const limit = this.options.callsPerSecondPerSeller;
    if (limit > 0 && calls > limit) throw new TikiError(429);
  }

  /** Resets to the initial state, without any grants. */
  reset(): void {
    this.options = DEFAULT_TIKI_OPTIONS;
    this.grants.clear();
    this.queues.restore([]);
    this.#ownTokens.clear();
    this.lift();
  }
}
