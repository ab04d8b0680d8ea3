import type { Shop } from '@seller-connect/contract';
import { sharedTexts } from '../i18n/index.ts';
import { isAdAccount } from '../api/adAccounts.ts';

/**
 * The shops to choose from in a filter. Sellers call their shop the same on every marketplace, so the
 * marketplace is part of its name here. Ad accounts sell nothing and are none of them.
 */
export function shopOptions(shops: readonly Shop[]): { value: string; label: string }[] {
  return shops
    .filter((shop) => !isAdAccount(shop))
    .map(({ id, name, platform }) => ({
      value: id,
      label: `${name} (${sharedTexts.partners[platform]})`,
    }));
}
