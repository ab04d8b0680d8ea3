import type { ListingChange } from '@seller-connect/contract';
import type { TrendEvent } from '@seller-connect/ui/charts';
import { formats } from '../../../../i18n/index.ts';
import type { ChartPoint } from '../trend/chartData.ts';
import { texts } from './texts.ts';

/** In the order in which a point names them. */
const kinds = ['sold_out', 'restocked', 'price_lowered', 'price_raised'] as const;
/** Products that one event names. */
const maxNames = 3;
const maxNameLength = 40;

/** Returns a function that names the changes of products on the days of a point, one event by kind. */
export function eventsOfListings(
  changes: readonly ListingChange[],
): (point: ChartPoint) => readonly TrendEvent[] {
  if (changes.length === 0) return () => [];
  return ({ from, to, hour }) => {
    // Changes are known by day. Of the hours of a day, the first one has them.
    if (hour !== undefined && hour > 0) return [];
    const ofPoint = changes.filter(({ day }) => day >= from && day <= to);
    return kinds.flatMap((kind): TrendEvent[] => {
      const products = [...new Set(ofPoint.filter((each) => each.kind === kind).map(describe))];
      if (products.length === 0) return [];
      const { name, short } = texts.changes[kind];
      return [{ name: name(listProducts(products)), short, tone: 'info' }];
    });
  };
}

function describe({ name, price, previousPrice, currency }: ListingChange): string {
  const product = shortenText(name, maxNameLength);
  if (price === null || previousPrice === null) return product;
  return texts.priced(
    product,
    formats.money(previousPrice, currency),
    formats.money(price, currency),
  );
}

function listProducts(products: readonly string[]): string {
  const rest = products.length - maxNames;
  if (rest <= 0) return formats.list(products);
  return formats.list([...products.slice(0, maxNames), texts.moreProducts(formats.number(rest))]);
}

/** Returns a text, or its beginning and an ellipsis if it has more characters. `slice` could end with half of an emoji. */
export function shortenText(text: string, maxCharacters: number): string {
  const characters = Array.from(text);
  if (characters.length <= maxCharacters) return text;
  return `${characters
    .slice(0, maxCharacters - 1)
    .join('')
    .trimEnd()}…`;
}
