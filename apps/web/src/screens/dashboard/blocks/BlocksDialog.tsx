import { Button, Dialog } from '@seller-connect/ui';
import { ArrangeList } from '../../../arrange/ArrangeList.tsx';
import { sharedTexts } from '../../../i18n/index.ts';
import type { HomeBlock } from '../../../storage.ts';
import styles from './BlocksDialog.module.css';
import { texts } from './texts.ts';
import { homeBlocks } from './useHomeBlocks.ts';

export interface BlocksDialogProps {
  readonly blocks: readonly HomeBlock[];
  /** Blocks that the team has no use for. */
  readonly unused: readonly HomeBlock[];
  readonly onChange: (blocks: readonly HomeBlock[]) => void;
  readonly onClose: () => void;
}

/** Which blocks Home shows, and in which order. Each change takes effect at once. */
export default function BlocksDialog({ blocks, unused, onChange, onClose }: BlocksDialogProps) {
  return (
    <Dialog
      open
      title={texts.title}
      closeLabel={sharedTexts.close}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={() => onChange(homeBlocks)}>
            {texts.reset}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <p className={styles.note}>{texts.about}</p>
      <ArrangeList
        label={texts.title}
        items={homeBlocks
          .filter((id) => !unused.includes(id))
          .map((id) => ({ id, name: texts.blocks[id] }))}
        shown={blocks.filter((id) => !unused.includes(id))}
        // Unused blocks keep a place, for the day when they are of use.
        onChange={(shown) => onChange([...shown, ...blocks.filter((id) => unused.includes(id))])}
      />
    </Dialog>
  );
}
