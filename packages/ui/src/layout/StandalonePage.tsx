import type { ReactNode } from 'react';
import { EmptyState, type EmptyStateProps } from '../feedback/EmptyState.tsx';
import { ProductMark } from '../icons/ProductMark.tsx';
import styles from './StandalonePage.module.css';

export interface StandalonePageProps extends Pick<EmptyStateProps, 'icon' | 'tone' | 'headingRef'> {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** A page without navigation, centered in the window: product, message and actions. */
export function StandalonePage({ actions, ...message }: StandalonePageProps) {
  return (
    <main className={styles.page} id="content">
      <p className={styles.product}>
        <ProductMark size={24} />
        Seller Connect
      </p>
      <EmptyState screen {...message} action={actions} />
    </main>
  );
}
