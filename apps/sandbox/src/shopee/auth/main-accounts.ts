/** Main accounts of sellers with several shops, who can consent once for all of them. */
import type { SellerAccount } from '../../world/shops/shops.ts';
import type { World } from '../../world/world.ts';
import type { ShopeePlatform } from '../platform.ts';

/** First of the generated IDs, which do not collide with shop IDs. */
const firstId = 7_700_001;

interface MainAccount {
  readonly id: string;
  readonly account: SellerAccount;
  /** External IDs. */
  readonly shops: readonly string[];
}

/** Returns the sellers with more than one Shopee shop, in the order of the world. */
export function mainAccounts(world: World): readonly MainAccount[] {
  const infos = world.shops('SHOPEE').map(({ info }) => info);
  const emails = [...new Set(infos.map(({ account }) => account.email))];
  return emails.flatMap((email, position) => {
    const own = infos.filter(({ account }) => account.email === email);
    const [first] = own;
    if (first === undefined || own.length < 2) return [];
    const id = String(firstId + position);
    return [{ id, account: first.account, shops: own.map((info) => info.externalShopId) }];
  });
}

/** Returns the redirect parameters after the consent of a shop's account. */
export function consentShop({ grants }: ShopeePlatform, shop: string): Record<string, string> {
  return { code: grants.issueCode({ shop }), shop_id: shop };
}

/** Returns the redirect parameters after the consent of a main account. */
export function consentMainAccount(
  { grants }: ShopeePlatform,
  { id, shops }: MainAccount,
): Record<string, string> {
  return { code: grants.issueCode({ mainAccount: id, shops }), main_account_id: id };
}
