import type { Page } from '@playwright/test';

/** An external identity provider, as seen by a journey. */
export interface ExternalProvider {
  readonly origin: string;
  /** Fills and submits its login screen, on which the page must be. The product follows. */
  signIn(page: Page): Promise<void>;
  /** Confirms the logout on the provider's page, before it redirects back. */
  confirmLogout?(page: Page): Promise<void>;
  isLoginScreen(page: Page): Promise<boolean>;
  stop(): Promise<void>;
}
