import { AlertTriangleIcon, CheckCircleIcon, Spinner } from '@seller-connect/ui';
import type { ShopRun } from '@seller-connect/contract';
import type { ReactNode } from 'react';
import styles from './shop.module.css';
import { texts } from './texts.ts';

const icons: Record<ShopRun['state'], ReactNode> = {
  running: <Spinner />,
  succeeded: <CheckCircleIcon />,
  failed: <AlertTriangleIcon />,
};

/** How a run ended, by icon and word. */
export function RunState({ state }: { readonly state: ShopRun['state'] }) {
  return (
    <span className={styles.state} data-state={state}>
      {icons[state]}
      {texts.states[state]}
    </span>
  );
}
