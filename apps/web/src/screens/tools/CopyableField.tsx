import { CopyIcon, IconButton, showToast, TextField } from '@seller-connect/ui';
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

async function copy(value: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(value);
    showToast({ tone: 'positive', title: texts.made.copied });
  } catch {
    showToast({ tone: 'negative', title: texts.made.notCopied });
  }
}
