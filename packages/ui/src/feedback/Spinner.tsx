import styles from './Spinner.module.css';

/** A spinning ring. Hidden from screen readers: the component that shows it announces the state. */
export function Spinner({ size = 16 }: { readonly size?: 16 | 20 | 32 }) {
  return (
    <svg
      className={styles.spinner}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <circle className={styles.track} cx="12" cy="12" r="9" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
}
