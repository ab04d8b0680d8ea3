import type { Platform, Shop } from '@seller-connect/contract';
import { parseMarketplace, severalShops, shopOptions } from '../../../shops/shopFilter.ts';
import { sharedTexts, partnerName } from '../../../i18n/index.ts';
import { texts } from '../texts.ts';
import type { ReportFilters } from './filters.ts';

export interface ShopChoice {
  /** A marketplace, the ID of a shop, those of several, comma-separated, or empty for all. */
  readonly value: string;
  /** Names the choice anywhere, with its marketplace. */
  readonly label: string;
  /** The name below the heading of its marketplace. */
  readonly name: string;
  /** Undefined for all shops. */
  readonly platform?: Platform;
}

type ChosenShops = Pick<ReportFilters, 'shop' | 'shops' | 'platform'>;

/**
 * Returns all shops, the several shops of the filters or the one that is not among `shops`, each marketplace with its
 * shops, and the choice of several shops. A marketplace with one shop has no choice of its own; that of the filters has
 * one without shops.
 */
export function shopChoices(shops: readonly Shop[], chosen: ChosenShops): ShopChoice[] {
  const ofShops = shops.map(({ platform }) => platform);
  const platforms = [...new Set(chosen.platform ? [...ofShops, chosen.platform] : ofShops)];
  const choosesSeveral = shopOptions(shops).length > 2;
  return [
    { value: '', label: texts.allShops, name: texts.allShops },
    ...shopsOfFilters(shops, chosen),
    ...platforms.flatMap((platform) => {
      const own = shops.filter((shop) => shop.platform === platform);
      const all = texts.allShopsOf(partnerName(platform));
      return [
        ...(own.length === 0 || (own.length > 1 && platforms.length > 1)
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
    ...(choosesSeveral
      ? [{ value: severalShops, label: sharedTexts.severalShops, name: sharedTexts.severalShops }]
      : []),
  ];
}

/** Returns the shops that the filters name, or those of their marketplace; none for all shops. */
export function chosenShopIds(
  { shop, shops: several, platform }: ChosenShops,
  shops: readonly Shop[],
): readonly string[] {
  const named = shop ?? several;
  if (named !== undefined) return named.split(',');
  return shops.filter((each) => each.platform === platform).map(({ id }) => id);
}

function shopsOfFilters(
  shops: readonly Shop[],
  { shop, shops: several, platform }: ChosenShops,
): ShopChoice[] {
  // A shop of a link can have been deleted, and the shops may not be loaded.
  const isUnknown = shop !== undefined && shops.every(({ id }) => id !== shop);
  const value = isUnknown ? shop : several;
  if (value === undefined) return [];
  const ids = value.split(',');
  const own = shops.filter(
    (each) => ids.includes(each.id) && (platform === undefined || each.platform === platform),
  );
  const [only] = own.length === 1 ? shopOptions(own) : [];
  const name = only?.label ?? sharedTexts.shopCount(own.length || ids.length);
  return [{ value, label: name, name }];
}

/** Returns the choice of the filters. A shop includes its marketplace. */
export function chosenShop(
  { shop, shops, platform }: ChosenShops,
  choices: readonly ShopChoice[],
): ShopChoice | undefined {
  const chosenValue = shop ?? shops ?? platform ?? '';
  const found = choices.find(({ value }) => value === chosenValue);
  // A marketplace with one shop, from a link.
  return found ?? choices.find((each) => shop === undefined && each.platform === platform);
}

/** Returns the filters with another choice of shops. */
export function withShopChoice(filters: ReportFilters, value: string): ReportFilters {
  const { shop: _shop, shops: _shops, platform: _platform, ...rest } = filters;
  const platform = parseMarketplace(value);
  if (platform !== null) return { ...rest, platform };
  if (value.includes(',')) return { ...rest, shops: value };
  return value === '' ? rest : { ...rest, shop: value };
}
