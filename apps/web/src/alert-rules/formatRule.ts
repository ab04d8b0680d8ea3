import type { AlertCondition, AlertMetric, AlertRule, Shop } from '@seller-connect/contract';
import { formats, sharedTexts, partnerName } from '../i18n/index.ts';
import { knownText } from '../i18n/knownText.ts';
import { shopOptions } from '../shops/shopFilter.ts';
import { texts } from './texts.ts';

/** Formats a value in the metric's unit: money, a count or a share. */
export function formatValue(metric: AlertMetric, value: string, currency: string): string {
  switch (metric) {
    case 'gmv':
    case 'net_sales':
    case 'aov':
      return formats.money(value, currency);
    case 'orders':
    case 'units':
      return formats.number(Number(value));
    case 'cancellation_rate':
      return formats.percent(Number(value));
    default:
      return value;
  }
}

/** Returns a condition as words, such as “yesterday below 5,000,000 ₫”. */
export function formatCondition(
  metric: AlertMetric,
  condition: AlertCondition,
  currency: string,
): string {
  const period = knownText(texts.periods, condition.period, sharedTexts.other);
  switch (condition.kind) {
    case 'above':
    case 'below':
      return texts.says[condition.kind](period, formatValue(metric, condition.threshold, currency));
    case 'rise':
    case 'fall':
      return texts.says[condition.kind](
        period,
        formats.percent(condition.percent / 100),
        knownText(texts.compares, condition.compare, sharedTexts.other),
      );
    case 'unusual':
      return texts.says.unusual(period);
    default:
      return texts.says.other;
  }
}

/** Returns whether the editor of this page knows what a rule watches; a newer server may offer more. */
export const isKnownRule = ({ metric, condition }: Pick<AlertRule, 'metric' | 'condition'>) =>
  metric in texts.metrics && condition.kind in texts.kinds && condition.period in texts.periods;

/** Shops that a rule's row names; of more it says the number. */
const maxNamedShops = 3;

/** Returns the shops of a rule as words. Several are named with their marketplace, on which names are often the same. */
export function formatScope(
  { platform, shopIds }: Pick<AlertRule, 'platform' | 'shopIds'>,
  shops: readonly Shop[],
): string {
  const [first, ...others] = shopIds;
  if (first === undefined) {
    return platform === null ? texts.allShops : texts.allShopsOf(partnerName(platform));
  }
  // A rule about a shop without any shops: they are not loaded.
  if (shopIds.length > maxNamedShops || shops.length === 0) {
    return sharedTexts.shopCount(shopIds.length);
  }
  if (others.length === 0) return shops.find(({ id }) => id === first)?.name ?? texts.goneShop;
  const options = shopOptions(shops);
  const nameOf = (shopId: string) => options.find(({ value }) => value === shopId)?.label;
  return formats.list(shopIds.map((id) => nameOf(id) ?? texts.goneShop));
}

/** `GMT+7`: an offset says more than the name of the zone. */
export function formatZone(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
