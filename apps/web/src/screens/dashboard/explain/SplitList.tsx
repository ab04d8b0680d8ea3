import { useId, useState } from 'react';
import type { ExplainedPart, ExplainedSplit, ReportExplanation } from '@seller-connect/contract';
import { Button, PartnerMark, ProductPicture, TextLink } from '@seller-connect/ui';
import { fromE4, toE4 } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import type { SalesScope } from '../filters/filters.ts';
import { metricFormat, roundParts } from './amounts.ts';
import { DifferenceBar } from './DifferenceBar.tsx';
import { partName, partNotes, partOrders } from './partTexts.ts';
import styles from './SplitList.module.css';
import { texts } from './texts.ts';

/** Shops or products that are listed before more are asked for. */
const initialCount = 5;

export interface SplitListProps {
  readonly split: ExplainedSplit;
  readonly explanation: ReportExplanation;
  readonly scope: SalesScope;
  /** Explains a shop; absent if it is the only one. */
  readonly onShop: ((shopId: string) => void) | undefined;
}

/** The parts of a difference, each with its exact amount, and their sum, which is the difference itself. */
export function SplitList({ split, explanation, scope, onShop }: SplitListProps) {
  const headingId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { by, parts } = split;
  const { metric, previousValue } = explanation;
  const format = metricFormat(explanation);
  const { shown, hiddenCount } = collapse(parts, isOpen);
  const amounts = roundParts(
    previousValue ?? '0',
    shown.map(({ difference }) => toE4(difference)),
    format.unitE4,
  );
  const largest = Math.max(...amounts.map((amount) => Math.abs(Number(amount))));
  const about = by === 'effect' ? texts.about[metric] : '';
  return (
    <div role="group" className={styles.split} aria-labelledby={headingId} data-split={by}>
      <h3 id={headingId} className={styles.title}>
        {by === 'effect' ? texts.splits.effect[metric] : texts.splits[by]}
      </h3>
      {about !== '' && <p className={styles.about}>{about}</p>}
      <ul className={styles.parts}>
        {shown.map((part, index) => {
          const amount = amounts[index] ?? 0n;
          const isOfOne = part.kind === 'shop' || part.kind === 'product';
          // An effect that is rounded away has nothing to say.
          if (amount === 0n && !isOfOne) return null;
          const name = partName(part, explanation, by);
          const notes = partNotes(part, explanation).filter((note) => note !== '');
          return (
            <li
              key={`${part.kind} ${part.shopId} ${part.sku}`}
              className={styles.part}
              data-part={part.kind}
              data-difference={part.difference}
            >
              <div className={styles.head}>
                {part.kind === 'product' && <ProductPicture src={part.picture} size={32} />}
                {part.platform && <PartnerMark partner={part.platform} size={16} />}
                <span className={styles.name} title={name}>
                  {name}
                </span>
                <span className={styles.amount}>{format.difference(amount)}</span>
              </div>
              <DifferenceBar
                share={largest === 0 ? 0 : Number(amount) / largest}
                isGood={amount > 0n !== (metric === 'cancellationRate')}
              />
              <div className={styles.notes}>
                <span>{notes.join(' · ')}</span>
                <PartLinks
                  name={name}
                  part={part}
                  explanation={explanation}
                  scope={scope}
                  onShop={onShop}
                />
              </div>
            </li>
          );
        })}
      </ul>
      <p className={styles.total}>
        <span>{texts.total}</span>
        <span>{format.difference(amounts.reduce((sum, amount) => sum + amount, 0n))}</span>
      </p>
      {hiddenCount > 0 && (
        <div>
          <Button
            size="small"
            variant="quiet"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? texts.fewer : texts.more(formats.number(hiddenCount))}
          </Button>
        </div>
      )}
    </div>
  );
}

interface PartLinksProps extends Pick<SplitListProps, 'explanation' | 'scope' | 'onShop'> {
  readonly name: string;
  readonly part: ExplainedPart;
}

/** Links to the orders of a part in both periods, and the way to explain a shop by itself. */
function PartLinks({ name, part, explanation, scope, onShop }: PartLinksProps) {
  const { now, before } = partOrders(part, explanation, scope);
  const { shopId } = part;
  const links = [
    [texts.ordersBefore, before],
    [texts.ordersNow, now],
  ] as const;
  return (
    <span className={styles.links}>
      {part.kind === 'shop' && shopId !== null && onShop && (
        <button
          type="button"
          className={styles.why}
          aria-label={texts.explainShopLong(name)}
          onClick={() => onShop(shopId)}
        >
          {texts.explainShop}
        </button>
      )}
      {links.map(
        ([label, href]) =>
          href !== undefined && (
            <TextLink key={label} quiet href={href} aria-label={texts.ordersOf(name, label)}>
              {label}
            </TextLink>
          ),
      )}
    </span>
  );
}

/** Returns the parts to show. While the list is collapsed, hidden shops or products belong to the others. */
function collapse(
  parts: readonly ExplainedPart[],
  isOpen: boolean,
): { shown: readonly ExplainedPart[]; hiddenCount: number } {
  const listed = parts.filter(({ kind }) => kind === 'shop' || kind === 'product');
  const hidden = listed.slice(initialCount);
  const [first] = hidden;
  // One part in place of two saves nothing.
  if (!first || hidden.length === 1) return { shown: parts, hiddenCount: 0 };
  if (isOpen) return { shown: parts, hiddenCount: hidden.length };
  const merged = [...hidden, ...parts.filter(({ kind }) => kind === 'others')];
  const others: ExplainedPart = {
    ...first,
    kind: 'others',
    difference: fromE4(merged.reduce((sum, part) => sum + toE4(part.difference), 0n)),
    value: null,
    previous: null,
    shopId: null,
    platform: null,
    name: '',
    sku: null,
    picture: null,
    count: merged.reduce((sum, { count }) => sum + count, 0),
    quantity: null,
    previousQuantity: null,
  };
  const isMerged = new Set(merged);
  return {
    shown: [...parts.filter((part) => !isMerged.has(part)), others],
    hiddenCount: hidden.length,
  };
}
