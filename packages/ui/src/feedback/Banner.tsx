import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { AlertCircleIcon, AlertTriangleIcon, InfoIcon } from '../icons/icons.ts';
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
  /** Buttons or links that resolve the cause. */
  readonly actions?: ReactNode;
  /** The banner appears after the page has loaded: announce it, assertively if negative. */
  readonly announced?: boolean;
}

/** An inline message that stays until its cause is resolved. */
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
