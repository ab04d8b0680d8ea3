import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { AlertCircleIcon, AlertTriangleIcon, InfoIcon } from '../icons/statusIcons.tsx';
import styles from './Banner.module.css';

const icons = {
  info: <InfoIcon size={20} />,
  attention: <AlertTriangleIcon size={20} />,
  negative: <AlertCircleIcon size={20} />,
} as const;

export interface BannerProps {
  readonly tone?: 'info' | 'attention' | 'negative';
  readonly title?: string;
  readonly children?: ReactNode;
  /** Buttons or links that do something about it. */
  readonly actions?: ReactNode;
  /** It appeared after the page did: read it out (at once when negative). */
  readonly announced?: boolean;
}

/** A message that stands where it belongs until its cause is gone. */
export function Banner({
  tone = 'info',
  title,
  children,
  actions,
  announced = false,
}: BannerProps) {
  const role = announced ? (tone === 'negative' ? 'alert' : 'status') : undefined;
  return (
    <div className={classNames(styles.banner, styles[tone])} role={role}>
      <span className={styles.icon}>{icons[tone]}</span>
      <div className={styles.text}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
