import type { Shop } from '@seller-connect/contract';
import { sharedTexts } from '../i18n/index.ts';
import { isAdAccount } from '../api/adAccounts.ts';

/**
 * Returns the shops as filter options, without ad accounts, which have no sales. Labels include the
 * marketplace, because sellers use the same shop name on all of them.
 */
export function shopOptions(shops: readonly Shop[]): { value: string; label: string }[] {
  return shops
    .filter((shop) => !isAdAccount(shop))
    .map(({ id, name, platform }) => ({
      value: id,
      label: `${name} (${sharedTexts.partners[platform]})`,
    }));
}
