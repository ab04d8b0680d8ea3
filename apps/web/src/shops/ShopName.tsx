import { PartnerMark, type PartnerMarkProps } from '@seller-connect/ui';
import type { ReactNode } from 'react';
import styles from './ShopName.module.css';

export interface ShopNameProps {
  /** Without a mark if the partner is not known. */
  readonly partner: PartnerMarkProps['partner'] | null;
  readonly size?: PartnerMarkProps['size'];
  /** The name. */
  readonly children: ReactNode;
}

/** A shop or an ad account with the mark of its partner. */
export function ShopName({ partner, size = 20, children }: ShopNameProps) {
  return (
    <span className={styles.shop}>
      {partner && <PartnerMark partner={partner} size={size} />}
      <span>{children}</span>
    </span>
  );
}
