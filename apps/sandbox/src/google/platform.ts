/** State and dependencies that Google's pages and calls share. */
import { defaultGoogleOptions } from './application.ts';
import type { GoogleOptions } from './application.ts';
import { GoogleTokens } from './tokens.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';

interface GoogleDependencies extends Pick<PlatformDependencies, 'faults' | 'calls' | 'callbacks'> {
  /** Public origin of this listener, and issuer of every ID token. */
  readonly issuer: () => string;
}

export class GooglePlatform {
  readonly parts: GoogleDependencies;
  readonly tokens: GoogleTokens;
  options: GoogleOptions = defaultGoogleOptions;

  constructor(parts: GoogleDependencies) {
    this.parts = parts;
    this.tokens = new GoogleTokens(() => this.options);
  }

  /** Resets to the initial state. */
  reset(): void {
    this.options = defaultGoogleOptions;
    this.tokens.clear();
  }
}
