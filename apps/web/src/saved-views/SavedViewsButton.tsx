import type { SavedViewPath } from '@seller-connect/contract';
import { BookmarkIcon, ChoiceButton, useIsPhone } from '@seller-connect/ui';
import { useState } from 'react';
import { sharedTexts } from '../i18n/index.ts';
import { useSearchParam, type UrlFilters } from '../lists/useUrlState.ts';
import { lazyBlock } from '../loading/lazyBlock.tsx';
import { normalizeSearch, searchOf } from './viewAddress.ts';

const label = sharedTexts.savedViews;

/** Loaded when opened, or for an address that names a view. */
const SavedViewsMenu = lazyBlock(
  () => import('./SavedViewsMenu.tsx'),
  <ClosedMenuButton disabled />,
);

export interface SavedViewsButtonProps<Filters> {
  readonly path: SavedViewPath;
  /** How the filters stand in the address. */
  readonly url: UrlFilters<Filters>;
  readonly filters: Filters;
}

/** Opens the saved views, and names the one in the address. */
export function SavedViewsButton<Filters>({ path, url, filters }: SavedViewsButtonProps<Filters>) {
  const viewId = useSearchParam('view');
  const [isPressed, setPressed] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const isNeeded = isPressed || viewId !== '';
  // Its dialogs stay when the view in the address ends.
  if (isNeeded && !isLoaded) setLoaded(true);
  if (!isNeeded && !isLoaded) return <ClosedMenuButton onPress={() => setPressed(true)} />;
  return (
    <SavedViewsMenu
      path={path}
      viewId={viewId}
      current={searchOf(url, filters)}
      normalize={(search) => normalizeSearch(url, search)}
      opensAtOnce={isPressed}
    />
  );
}

function ClosedMenuButton(props: { readonly disabled?: boolean; readonly onPress?: () => void }) {
  const { disabled = false, onPress } = props;
  return (
    <ChoiceButton
      label={label}
      value={label}
      icon={<BookmarkIcon />}
      compact={useIsPhone()}
      aria-haspopup="menu"
      aria-expanded={false}
      disabled={disabled}
      onClick={onPress}
    />
  );
}
