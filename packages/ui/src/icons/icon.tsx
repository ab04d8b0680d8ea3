import styles from './icon.module.css';

export interface IconProps {
  /** Edge length in pixels. */
  readonly size?: 16 | 20 | 24;
}

/**
 * Creates the component of an icon: one path on a 24-unit grid, with strokes of 1.5 px at any size. It is hidden
 * from screen readers. The mark lets bundlers drop icons that nothing uses.
 */
/* @__NO_SIDE_EFFECTS__ */
export function icon(path: string) {
  return ({ size = 16 }: IconProps) => (
    <svg
      className={styles.icon}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      strokeWidth={(1.5 * 24) / size}
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
