import { AlertTriangleIcon, CheckCircleIcon, Spinner } from '@seller-connect/ui';
import type { ShopSyncRun } from '@seller-connect/contract';
import type { ReactNode } from 'react';
import { sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import styles from './shop.module.css';
import { texts } from './texts.ts';

const icons: Record<ShopSyncRun['state'], ReactNode> = {
  running: <Spinner />,
  succeeded: <CheckCircleIcon />,
  failed: <AlertTriangleIcon />,
};

/** The state of a run as icon and text. */
export function RunState({ state }: { readonly state: ShopSyncRun['state'] }) {
  return (
    <span className={styles.state} data-state={state}>
      {icons[state]}
      {knownText(texts.states, state, sharedTexts.other)}
    </span>
  );
}
