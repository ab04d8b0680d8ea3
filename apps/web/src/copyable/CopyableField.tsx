import { CopyIcon, IconButton, TextField } from '@seller-connect/ui';
import { useRef } from 'react';
import { copyToClipboard } from '../clipboard.ts';
import styles from './copyable.module.css';
import { texts } from './texts.ts';

/** A value to copy; focusing it selects its text, and so does a browser that refuses to copy. */
export function CopyableField({
  label,
  value,
}: {
  readonly label: string;
  readonly value: string;
}) {
  const field = useRef<HTMLInputElement>(null);
  async function copy() {
    const isCopied = await copyToClipboard(
      value,
      { tone: 'positive', title: texts.copied },
      { tone: 'negative', title: texts.notCopied },
    );
    if (!isCopied) field.current?.focus();
  }
  return (
    <div className={styles.field}>
      <TextField
        ref={field}
        label={label}
        value={value}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <IconButton label={texts.copy(label)} icon={<CopyIcon />} onClick={() => void copy()} />
    </div>
  );
}
