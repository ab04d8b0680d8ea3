import type { ReactNode } from 'react';
import styles from './PartnerMark.module.css';

/** Partners that have a mark. */
export type MarkedPartner = 'LAZADA' | 'SHOPEE' | 'TIKI' | 'TIKTOK' | 'FACEBOOK';

const shapes = {
  LAZADA: <path d="M12 18.5L5.5 13.5V7l3 1.8L12 7l3.5 1.8 3-1.8v6.5L12 18.5z" />,
  SHOPEE: (
    <>
      <path d="M6 8.5h12l-.8 9.5a1 1 0 0 1-1 1H7.8a1 1 0 0 1-1-1L6 8.5z" />
      <path d="M9 8.5a3 3 0 0 1 6 0" fill="none" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
  TIKI: <path d="M6 6.5h12v3h-4.5V18h-3V9.5H6v-3z" />,
  TIKTOK: (
    <>
      <path
        className={styles.accent}
        d="M13.8 6v8.7a3 3 0 1 1-3-3"
        fill="none"
        strokeWidth="2.4"
        transform="translate(0.9 0.7)"
      />
      <path
        d="M13.5 5.5v8.9a3 3 0 1 1-3-3M13.5 5.5c.4 2 1.8 3.2 3.8 3.4"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
      />
    </>
  ),
  FACEBOOK: (
    <path d="M13.2 19v-6h2.3l.4-2.7h-2.7V8.8c0-.8.3-1.3 1.4-1.3h1.4V5.2A14 14 0 0 0 14 5c-2.3 0-3.6 1.3-3.6 3.5v1.8H8V13h2.4v6h2.8z" />
  ),
} as const satisfies Record<MarkedPartner, ReactNode>;

export interface PartnerMarkProps {
  readonly partner: MarkedPartner;
  /** Edge length in pixels. */
  readonly size?: 16 | 20 | 24 | 32 | 40;
}

/**
 * A simplified mark of a partner, drawn for this product. It stands beside the partner's name, so it is
 * hidden from screen readers.
 */
export function PartnerMark({ partner, size = 20 }: PartnerMarkProps) {
  return (
    <svg
      className={styles.mark}
      data-partner={partner}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <rect className={styles.tile} width="24" height="24" rx="6" />
      <g className={styles.shape}>{shapes[partner]}</g>
    </svg>
  );
}
