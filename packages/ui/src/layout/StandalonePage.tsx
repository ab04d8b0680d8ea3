import type { ReactNode } from 'react';
import { ProductMark } from '../icons/ProductMark.tsx';
import styles from './StandalonePage.module.css';

export interface StandalonePageProps {
  /** The product's name, shown after its mark. */
  readonly product: string;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** A page without navigation, centered in the window: product, message and actions. */
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
