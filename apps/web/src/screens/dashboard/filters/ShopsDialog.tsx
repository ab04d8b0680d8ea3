import type { Shop } from '@seller-connect/contract';
import { Button, Dialog } from '@seller-connect/ui';
import { useState } from 'react';
import { sharedTexts } from '../../../i18n/index.ts';
import { Checkboxes } from '../../../forms/CheckboxGroup.tsx';
import { shopOptions } from '../../../shops/shopFilter.ts';
import { texts } from '../texts.ts';
import { texts as filterTexts } from './texts.ts';
import styles from './ShopsDialog.module.css';

export interface ShopsDialogProps {
  readonly shops: readonly Shop[];
  /** The ids that the report is restricted to; empty for all. */
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Chooses several shops, which take effect together. */
export default function ShopsDialog({
  shops,
  chosen: before,
  onChoose,
  onClose,
}: ShopsDialogProps) {
  const options = shopOptions(shops);
  // A link or a saved view can name shops that are no longer connected.
  const [initial] = useState(() =>
    options.map(({ value }) => value).filter((id) => before.includes(id)),
  );
  const [chosen, setChosen] = useState(initial);
  return (
    <Dialog
      open
      title={texts.shop}
      closeLabel={sharedTexts.close}
      closesOnOutsideClick={chosen === initial}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{sharedTexts.cancel}</Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            onClick={() => {
              onChoose(chosen);
              onClose();
            }}
          >
            {filterTexts.showShops(chosen.length)}
          </Button>
        </>
      }
    >
      <div className={styles.shops} role="group" aria-label={texts.shop}>
        <Checkboxes options={options} chosen={chosen} onChange={setChosen} />
      </div>
    </Dialog>
  );
}
