import { CopyIcon, IconButton, TextField } from '@seller-connect/ui';
import { copyToClipboard } from '../../clipboard.ts';
import { texts } from './texts.ts';
import styles from './tools.module.css';

/** A value to copy; focusing it selects its text. */
export function CopyableField({
  label,
  value,
}: {
  readonly label: string;
  readonly value: string;
}) {
  return (
    <div className={styles.copied}>
      <TextField
        label={label}
        value={value}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <IconButton
        label={texts.made.copy(label)}
        icon={<CopyIcon />}
        onClick={() => void copy(value)}
      />
    </div>
  );
}

const copy = (value: string) =>
  copyToClipboard(
    value,
    { tone: 'positive', title: texts.made.copied },
    { tone: 'negative', title: texts.made.notCopied },
  );
