import { useId, useState } from 'react';
import type { ExplainedPart, ExplainedSplit, ReportExplanation } from '@seller-connect/contract';
import { Button, PartnerMark, ProductPicture, TextLink } from '@seller-connect/ui';
import { fromE4, toE4 } from '../../../i18n/decimalAmounts.ts';
import { formats } from '../../../i18n/index.ts';
import type { SalesScope } from '../filters/drillDown.ts';
import { metricFormat, roundParts } from './amounts.ts';
import { partName, partNotes, partRows } from './partTexts.ts';
import styles from './SplitList.module.css';
import { texts } from './texts.ts';

/** Parts that are listed before more are asked for. */
const initialCount = 5;

export interface SplitListProps {
  readonly split: ExplainedSplit;
  readonly explanation: ReportExplanation;
  readonly scope: SalesScope;
  /** Explains a shop; absent if it is the only one. */
  readonly onShop: ((shopId: string) => void) | undefined;
  /** Explains a brand; absent if the explanation is that of one. */
  readonly onBrand: ((brand: string) => void) | undefined;
}

/** The parts of a difference, each with its exact amount, and their sum, which is the difference itself. */
export function SplitList({ split, explanation, scope, onShop, onBrand }: SplitListProps) {
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
          const isOfOne = by !== 'effect' && part.kind !== 'shop_mix';
          // An effect that is rounded away has nothing to say.
          if (amount === 0n && !isOfOne) return null;
          const name = partName(part, explanation, by);
          const notes = partNotes(part, explanation).filter((note) => note !== '');
          return (
            <li
              key={keyOf(part)}
              className={styles.part}
              data-part={part.kind}
              data-difference={part.difference}
              data-value={part.value ?? undefined}
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
                isGood={amount > 0n !== isCost(metric)}
              />
              <div className={styles.notes}>
                <span>{notes.join(' · ')}</span>
                <PartLinks
                  name={name}
                  part={part}
                  explanation={explanation}
                  scope={scope}
                  onShop={onShop}
                  onBrand={onBrand}
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

const keyOf = ({ kind, shopId, sku, brand, campaignId, feeClass }: ExplainedPart) =>
  [kind, shopId, sku, brand, campaignId, feeClass].join(' ');

/** A rise of these is drawn like a fall of the others. */
const isCost = (metric: ReportExplanation['metric']) =>
  metric === 'cancellationRate' || metric === 'fees' || metric === 'adSpend';

interface PartLinksProps extends Pick<
  SplitListProps,
  'explanation' | 'scope' | 'onShop' | 'onBrand'
> {
  readonly name: string;
  readonly part: ExplainedPart;
}

/** Links to the rows of a part in both periods, and the way to explain a shop or brand by itself. */
function PartLinks({ name, part, explanation, scope, onShop, onBrand }: PartLinksProps) {
  const { now, before, labels } = partRows(part, explanation, scope);
  const { kind, shopId, brand } = part;
  const links = [
    [labels.before, before],
    [labels.now, now],
  ] as const;
  const explain =
    kind === 'shop' && shopId !== null && onShop
      ? () => onShop(shopId)
      : brand !== null && onBrand
        ? () => onBrand(brand)
        : null;
  return (
    <span className={styles.links}>
      {explain && (
        <button
          type="button"
          className={styles.why}
          aria-label={texts.explainShopLong(name)}
          onClick={explain}
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

const isListed = ({ shopId, brand, feeClass }: ExplainedPart) =>
  shopId !== null || brand !== null || feeClass !== null;

/** Returns the parts to show. While the list is collapsed, hidden ones belong to the others. */
function collapse(
  parts: readonly ExplainedPart[],
  isOpen: boolean,
): { shown: readonly ExplainedPart[]; hiddenCount: number } {
  const listed = parts.filter(isListed);
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
    brand: null,
    campaignId: null,
    feeClass: null,
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

interface DifferenceBarProps {
  /** Length and direction relative to the longest bar: from −1 to 1. */
  readonly share: number;
  readonly isGood: boolean;
}

/** A bar to the left or right of a zero line. The amount beside it says the same in text. */
function DifferenceBar({ share, isGood }: DifferenceBarProps) {
  return (
    <svg className={styles.bar} viewBox="-1 0 2 1" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} x="-1" width="2" height="1" />
      <rect
        className={isGood ? styles.good : styles.bad}
        x={Math.min(0, share)}
        width={Math.abs(share)}
        height="1"
      />
      <line className={styles.zero} x1="0" x2="0" y1="0" y2="1" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
