import type { Page } from '@playwright/test';

/** An identity provider of somebody else, as a journey meets it. */
export interface ExternalProvider {
  readonly origin: string;
  /** Fills and sends its login screen, which the page is on; the product comes next. */
  signIn(page: Page): Promise<void>;
  /** What it asks of who logs out, before it leads back. */
  confirmLogout?(page: Page): Promise<void>;
  isLoginScreen(page: Page): Promise<boolean>;
  stop(): Promise<void>;
}
