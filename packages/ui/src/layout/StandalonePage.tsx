import type { ReactNode } from 'react';
import { ProductMark } from '../icons/ProductMark.tsx';
import styles from './StandalonePage.module.css';

export interface StandalonePageProps {
  /** The product's name; its mark stands before it. */
  readonly product: string;
  readonly title: string;
  /** What happened and what to do. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** A page outside the product's frame, in the middle of the window: whose it is, what it says, ways on. */
export function StandalonePage({ product, title, children, actions }: StandalonePageProps) {
  return (
    <main className={styles.page} id="content">
      <p className={styles.product}>
        <ProductMark size={24} />
        {product}
      </p>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </main>
  );
}
