import { AmountField } from '../../forms/AmountField.tsx';
import type { FieldErrorsState } from '../../forms/index.ts';
import styles from './pricing.module.css';
import { texts } from './texts.ts';

interface Prices {
  readonly listPrice: string;
  readonly floorPrice: string;
}

interface PriceFieldsProps {
  readonly errors: Pick<FieldErrorsState<keyof Prices>, 'field'>;
  readonly values: Prices;
  readonly onChange: (change: Partial<Prices>) => void;
}

/** List price and floor price, side by side. */
export function PriceFields({ errors, values, onChange }: PriceFieldsProps) {
  return (
    <div className={styles.pair}>
      <AmountField
        {...errors.field('listPrice')}
        label={texts.listPrice}
        sign={texts.sign}
        value={values.listPrice}
        onValueChange={(listPrice) => onChange({ listPrice })}
      />
      <AmountField
        {...errors.field('floorPrice')}
        label={texts.floorPrice}
        help={texts.floorHelp}
        sign={texts.sign}
        value={values.floorPrice}
        onValueChange={(floorPrice) => onChange({ floorPrice })}
      />
    </div>
  );
}
