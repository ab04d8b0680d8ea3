import type { Page } from '@playwright/test';

/** An external identity provider, as seen by a journey. */
export interface ExternalProvider {
  readonly origin: string;
  /** Fills and submits the login screen, on which the page must be. The provider then redirects to the product. */
  signIn(page: Page): Promise<void>;
  /** Confirms the logout on the provider's page, before it redirects back. */
  confirmLogout?(page: Page): Promise<void>;
  /** Returns whether the page shows its login screen. */
  isLoginScreen(page: Page): Promise<boolean>;
  stop(): Promise<void>;
}
