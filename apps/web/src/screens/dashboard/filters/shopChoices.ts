import type { Platform, Shop } from '@seller-connect/contract';
import { parseMarketplace, shopOptions } from '../../../shops/shopFilter.ts';
import { sharedTexts } from '../../../i18n/index.ts';
import { texts } from '../texts.ts';
import type { ReportFilters } from './filters.ts';

export interface ShopChoice {
  /** A marketplace, the ID of a shop, or empty for all. */
  readonly value: string;
  /** Names the choice anywhere, with its marketplace. */
  readonly label: string;
  /** The name below the heading of its marketplace. */
  readonly name: string;
  /** Undefined for all shops. */
  readonly platform?: Platform;
}

/** Returns all shops, then each marketplace with its shops. A marketplace with one shop has no choice of its own. */
export function shopChoices(shops: readonly Shop[]): ShopChoice[] {
  const platforms = [...new Set(shops.map(({ platform }) => platform))];
  return [
    { value: '', label: texts.allShops, name: texts.allShops },
    ...platforms.flatMap((platform) => {
      const own = shops.filter((shop) => shop.platform === platform);
      const all = texts.allShopsOf(sharedTexts.partners[platform]);
      return [
        ...(own.length > 1 && platforms.length > 1
          ? [{ value: platform, label: all, name: all, platform }]
          : []),
        ...shopOptions(own).map(({ value, label }, index) => ({
          value,
          label,
          name: own[index]?.name ?? label,
          platform,
        })),
      ];
    }),
  ];
}

/** Returns the choice of the filters. A shop includes its marketplace. */
export function chosenShop(
  { shop, platform }: Pick<ReportFilters, 'shop' | 'platform'>,
  choices: readonly ShopChoice[],
): ShopChoice | undefined {
  const wanted = shop ?? platform ?? '';
  const found = choices.find(({ value }) => value === wanted);
  // A marketplace with one shop, from a link.
  return found ?? choices.find((each) => shop === undefined && each.platform === platform);
}

/** Returns the filters with another choice of shops. */
export function withShopChoice(filters: ReportFilters, value: string): ReportFilters {
  const { shop: _shop, platform: _platform, ...rest } = filters;
  const platform = parseMarketplace(value);
  if (platform !== null) return { ...rest, platform };
  return value === '' ? rest : { ...rest, shop: value };
}
