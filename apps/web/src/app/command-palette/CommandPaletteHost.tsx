import { showToast } from '@seller-connect/ui';
import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { useAuth } from '../../session/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import {
  subscribeToCommandPalette,
  setCommandPaletteOpen,
  isCommandPaletteOpen,
} from './commandPaletteStore.ts';
import { texts } from '../texts.ts';

/** Ctrl K, or ⌘ K on a Mac. */
const isShortcut = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;

/** Shows the command palette to signed-in users and listens for its shortcut on every page. */
export function CommandPaletteHost() {
  const signedIn = useAuth().user !== null;
  const open = useSyncExternalStore(subscribeToCommandPalette, isCommandPaletteOpen);
  useEffect(() => {
    if (!signedIn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      // An open dialog takes precedence.
      if (isCommandPaletteOpen() || !document.querySelector('dialog[open]'))
        setCommandPaletteOpen(!isCommandPaletteOpen());
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [signedIn]);
  return signedIn && open ? <LazyCommandPalette /> : null;
}

/** Loads the palette's code on demand. A failed load shows a toast instead of replacing the page. */
function LazyCommandPalette() {
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  useEffect(() => {
    let here = true;
    import('../palette/index.ts').then(
      (module) => here && setPalette(() => module.default),
      () => {
        setCommandPaletteOpen(false);
        showToast({ tone: 'negative', title: sharedTexts.error, text: texts.lostPart });
      },
    );
    return () => {
      here = false;
    };
  }, []);
  return Palette && <Palette onClose={() => setCommandPaletteOpen(false)} />;
}
