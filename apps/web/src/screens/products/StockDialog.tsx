import type { Listing } from '@seller-connect/contract';
import { ChartIcon, Dialog, IconButton, Skeleton, Tooltip, useIsPhone } from '@seller-connect/ui';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { lazyBlock } from '../../loading/lazyBlock.tsx';
import styles from './products.module.css';
import { texts } from './texts.ts';

const StockPanel = lazyBlock(() => import('./StockPanel.tsx'), <Skeleton shape="row" count={5} />);

export interface StockDialogProps {
  /** The product whose stock is shown; null while the dialog is closed. */
  readonly product: Listing | null;
  readonly onClose: () => void;
}

/** The stock and the sales of a product by day. */
export function StockDialog({ product, onClose }: StockDialogProps) {
  return (
    <Dialog
      open={product !== null}
      onClose={onClose}
      title={texts.stockPanel.title}
      closeLabel={sharedTexts.close}
    >
      {product && <StockPanel product={product} />}
    </Dialog>
  );
}

export interface StockButtonProps {
  readonly product: Listing;
  readonly onOpen: (product: Listing) => void;
}

export function StockButton({ product, onOpen }: StockButtonProps) {
  const isPhone = useIsPhone();
  return (
    <IconButton
      size={isPhone ? 'medium' : 'small'}
      label={texts.stockPanel.open(product.name)}
      icon={<ChartIcon />}
      onClick={() => onOpen(product)}
    />
  );
}

/** Stock that lasts for fewer days is low. */
const lowCoverDays = 7;
const maxShownDays = 365;

/** For how many days the stock lasts; a dash with the reason where that is unknown. */
export function CoverText({
  product: { daysOfCover, coverMissing, goneAt },
}: {
  readonly product: Pick<Listing, 'daysOfCover' | 'coverMissing' | 'goneAt'>;
}) {
  if (goneAt !== null) return '–';
  if (daysOfCover === null) {
    if (coverMissing === null) return '–';
    return (
      <Tooltip content={knownText(texts.cover.missing, coverMissing, sharedTexts.other)}>–</Tooltip>
    );
  }
  return (
    <span className={daysOfCover < lowCoverDays ? styles.low : undefined}>
      {formatCover(daysOfCover)}
    </span>
  );
}

/** Whole days that the stock is enough for. */
function formatCover(daysOfCover: number): string {
  if (daysOfCover === 0) return texts.cover.days(formats.number(0));
  if (daysOfCover < 1) return texts.cover.underOneDay;
  if (daysOfCover > maxShownDays) return texts.cover.overYear;
  return texts.cover.days(formats.number(Math.floor(daysOfCover)));
}
