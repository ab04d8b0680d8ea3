import type { Locator, Page } from '@playwright/test';

/** Sends an invitation from the team settings, which must be open. */
export async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByLabel(/^(Email người được mời|Email)$/).fill(email);
  await page.getByLabel(/^(Vai trò|Role)$/).selectOption(role);
  await page.getByRole('button', { name: /^(Gửi lời mời|Send invitation)$/ }).click();
  await invitationTo(page, email).waitFor();
}

/** Returns the list item of a pending invitation. */
export function invitationTo(page: Page, email: string): Locator {
  return page
    .getByRole('list', { name: /lời mời đang chờ|waiting$/ })
    .getByRole('listitem')
    .filter({ hasText: email });
}
