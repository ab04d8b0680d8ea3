import styles from './ProductMark.module.css';

/** The product's mark in the brand color, shown beside its name. */
export function ProductMark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <rect className={styles.tile} width="32" height="32" rx="8" />
      <path className={styles.stroke} d="M8 21.5l5.2-6 4.2 3.6L24 10.5" />
    </svg>
  );
}
