import { MoreMenu } from '@seller-connect/ui';
import { useState } from 'react';
import { sharedTexts } from '../../../i18n/index.ts';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import { texts as home } from '../texts.ts';
import type { BlocksDialogProps } from './BlocksDialog.tsx';
import { texts } from './texts.ts';

/** Loaded when opened. */
const BlocksDialog = lazyBlock(() => import('./BlocksDialog.tsx'), null);

/** What else can be done with the whole report: arrange its blocks, and print it. */
export default function ReportMenu(props: Omit<BlocksDialogProps, 'onClose'>) {
  const [isArranging, setArranging] = useState(false);
  return (
    <>
      <MoreMenu
        label={home.more}
        entries={[
          {
            kind: 'action',
            id: 'arrange',
            label: texts.arrange,
            onSelect: () => setArranging(true),
          },
          {
            kind: 'action',
            id: 'print',
            label: sharedTexts.print,
            onSelect: () => window.print(),
          },
        ]}
      />
      {isArranging && <BlocksDialog {...props} onClose={() => setArranging(false)} />}
    </>
  );
}
