/** State and dependencies that Google's pages and calls share. */
import type { CallCounters } from '../call-counters.ts';
import type { Faults } from '../faults/faults.ts';
import { DEFAULT_GOOGLE_OPTIONS } from './application.ts';
import type { GoogleOptions } from './application.ts';
import { GoogleTokens } from './tokens.ts';

export interface GoogleDependencies {
  readonly faults: Faults;
  readonly calls: CallCounters;
  readonly callbacks: readonly string[];
  /** Public origin of this listener, and issuer of every ID token. */
  readonly issuer: () => string;
}

export class GooglePlatform {
  readonly faults: Faults;
  readonly calls: CallCounters;
  readonly callbacks: readonly string[];
  readonly issuer: () => string;
  readonly tokens: GoogleTokens;
  options: GoogleOptions = DEFAULT_GOOGLE_OPTIONS;

  constructor(parts: GoogleDependencies) {
    this.faults = parts.faults;
    this.calls = parts.calls;
    this.callbacks = parts.callbacks;
    this.issuer = parts.issuer;
    this.tokens = new GoogleTokens(() => this.options);
  }

  /** Resets to the initial state. */
  reset(): void {
    this.options = DEFAULT_GOOGLE_OPTIONS;
    this.tokens.clear();
  }
}
