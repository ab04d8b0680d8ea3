import { Button, CopyIcon, IconButton, useIsPhone } from '@seller-connect/ui';
import { copyToClipboard } from '../clipboard.ts';

export interface CopyButtonProps {
  readonly label: string;
  readonly value: string;
  /** Titles of the toast that follows. */
  readonly copied: string;
  readonly failed: string;
}

/** Copies a value; on a phone, its icon stands alone. */
export function CopyButton({ label, value, copied, failed }: CopyButtonProps) {
  const isPhone = useIsPhone();
  const props = {
    icon: <CopyIcon />,
    onClick: () =>
      void copyToClipboard(
        value,
        { tone: 'positive', title: copied },
        { tone: 'attention', title: failed },
      ),
  };
  return isPhone ? <IconButton label={label} {...props} /> : <Button {...props}>{label}</Button>;
}
