import { IconButton, MoreIcon } from '@seller-connect/ui';
import { useState } from 'react';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import { texts } from '../texts.ts';
import type { ReportMenuProps } from './ReportMenu.tsx';

const load = () => import('./ReportMenu.tsx');

/** Loaded when opened. */
const ReportMenu = lazyBlock(load, <ClosedMenuButton disabled />);

/** Opens the menu of the report. */
export function ReportMenuButton(props: ReportMenuProps) {
  const [isPressed, setPressed] = useState(false);
  if (isPressed) return <ReportMenu {...props} />;
  return <ClosedMenuButton onPress={() => setPressed(true)} />;
}

function ClosedMenuButton(props: { readonly disabled?: boolean; readonly onPress?: () => void }) {
  const { disabled = false, onPress } = props;
  return (
    <IconButton
      label={texts.more}
      icon={<MoreIcon />}
      aria-haspopup="menu"
      aria-expanded={false}
      disabled={disabled}
      onPointerEnter={() => void load().catch(() => undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        onPress?.();
      }}
      onClick={onPress}
    />
  );
}
