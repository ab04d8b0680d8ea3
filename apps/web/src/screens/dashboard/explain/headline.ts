import type { ExplainedPart, ReportExplanation } from '@seller-connect/contract';
import { toE4 } from '../../../i18n/decimalAmounts.ts';
import { formats, partnerName } from '../../../i18n/index.ts';
import { metricFormat, roundTo, sizeOf } from './amounts.ts';
import { nameOfOne } from './partTexts.ts';
import { texts } from './texts.ts';

const { causes } = texts;

/** Returns a sentence that says how much a metric changed and what contributed most. */
export function headline(
  explanation: ReportExplanation,
  metricName = texts.metrics[explanation.metric],
): string {
  const { value, previousValue } = explanation;
  const format = metricFormat(explanation);
  const round = (amount: string | null) => roundTo(toE4(amount), format.unitE4);
  const difference = round(value) - round(previousValue);
  const name = capitalize(metricName);
  const main = mainPart(explanation);
  if (difference === 0n) {
    const hasParts = explanation.splits.some(({ parts }) =>
      parts.some((part) => toE4(part.difference) !== 0n),
    );
    return hasParts ? texts.balanced(name) : texts.same(name);
  }
  const amount = format.size(difference);
  const change = difference > 0n ? texts.rose(name, amount) : texts.fell(name, amount);
  if (!main) return texts.alone(change);
  const cause = causeOf(main.part, explanation);
  if (main.counterpart) {
    return texts.balancedBy(change, cause, causeOf(main.counterpart, explanation));
  }
  const isMost = sizeOf(toE4(main.part.difference)) * 2n >= sizeOf(toE4(explanation.difference));
  return isMost ? texts.mainly(change, cause) : texts.mostly(change, cause);
}

interface MainPart {
  readonly part: ExplainedPart;
  /** The largest part against the direction of the whole, if it takes back at least half of the main part. */
  readonly counterpart: ExplainedPart | undefined;
}

/**
 * Returns the part to name: the largest one in the direction of the whole, of the first split where it is at least half
 * of it, otherwise the largest of all.
 */
function mainPart({ difference, splits }: ReportExplanation): MainPart | undefined {
  const whole = toE4(difference);
  const contribution = (part: ExplainedPart) =>
    whole < 0n ? -toE4(part.difference) : toE4(part.difference);
  const bySplit = splits.flatMap(({ parts }): MainPart[] => {
    const named = parts
      .filter(({ kind }) => kind !== 'others')
      .toSorted((a, b) => (contribution(a) < contribution(b) ? 1 : -1));
    const [part, last] = [named[0], named.at(-1)];
    if (!part || !last || contribution(part) <= 0n) return [];
    const isTakenBack = contribution(last) * -2n >= contribution(part);
    return [{ part, counterpart: isTakenBack ? last : undefined }];
  });
  return (
    bySplit.find(({ part }) => contribution(part) * 2n >= sizeOf(whole)) ??
    bySplit.toSorted((a, b) => (contribution(a.part) < contribution(b.part) ? 1 : -1))[0]
  );
}

function causeOf(part: ExplainedPart, explanation: ReportExplanation): string {
  const { metric } = explanation;
  const { platform } = part;
  // Sellers use one name on several marketplaces.
  const shop = platform === null ? part.name : texts.shopOn(part.name, partnerName(platform));
  const difference = toE4(part.difference);
  const isMore = difference > 0n;
  const format = metricFormat(explanation);
  const amount = format.size(difference);
  const step = (part.quantity ?? 0) - (part.previousQuantity ?? 0);
  const count = formats.number(Math.abs(step));
  // The number of orders or units explains an amount only if it went the same way.
  const isExplained = step !== 0 && step > 0 === isMore;
  switch (part.kind) {
    case 'shop':
      if (metric === 'aov' || metric === 'cancellationRate') {
        return part.value === null || part.previous === null
          ? causes.shopPresence(shop, part.previous === null)
          : causes.shopRatio(shop, format.value(part.previous), format.value(part.value), isMore);
      }
      if (metric === 'units') return causes.shopPieces(shop, amount, isMore);
      return isExplained && metric !== 'payout' && metric !== 'fees'
        ? causes.shopOrders(shop, count, isMore)
        : causes.shop(shop, amount, isMore);
    case 'product':
      return isExplained
        ? causes.productPieces(part.name, count, isMore)
        : causes.product(part.name, amount, isMore);
    case 'brand':
    case 'account':
    case 'campaign':
    case 'fee_class':
      return causes.part(nameOfOne(part), amount, isMore);
    case 'others':
      return amount;
    case 'volume':
      return causes.effects.volume(isMore, count);
    case 'new_products':
    case 'gone_products':
      return causes.effects[part.kind](isMore, formats.number(part.count));
    case 'cancelled':
      return metric === 'orders'
        ? causes.cancelledOrders(isMore)
        : causes.effects.cancelled(hasGrown(part), count);
    case 'dividend':
      return metric === 'cancellationRate'
        ? causes.cancelledOrders(isMore)
        : causes.effects.dividend(isMore, count);
    case 'divisor':
      return metric === 'cancellationRate'
        ? causes.allOrders(hasGrown(part))
        : causes.effects.divisor(hasGrown(part), count);
    case 'failed':
    case 'returned':
    case 'vouchers':
    case 'gmv':
    case 'kept':
    case 'other_orders':
      return causes.effects[part.kind](hasGrown(part), count);
    case 'price':
    case 'mix':
    case 'shop_mix':
      return causes.effects[part.kind](isMore, count);
  }
}

/** A deduction that grows lowers the metric, so its own value says whether there is more of it. */
const hasGrown = ({ value, previous }: ExplainedPart) => toE4(value) > toE4(previous);

const capitalize = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
