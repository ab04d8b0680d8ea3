import { createStore, showToast } from '@seller-connect/ui';
import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { useAuth } from '../../session/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from '../texts.ts';

/** Whether the command palette is open. A module-level store, so that any part of the shell can open it. */
const paletteOpen = createStore(false);

/** Opens or closes the command palette. */
export const setCommandPaletteOpen = (next = true): void => paletteOpen.set(next);

/** Ctrl K, or ⌘ K on a Mac. */
const isShortcut = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;

/** Shows the command palette to signed-in users and listens for its shortcut on every page. */
export function CommandPaletteHost() {
  const signedIn = useAuth().user !== null;
  const open = useSyncExternalStore(paletteOpen.subscribe, paletteOpen.get);
  useEffect(() => {
    if (!signedIn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      // An open dialog takes precedence.
      if (paletteOpen.get() || !document.querySelector('dialog[open]'))
        paletteOpen.set(!paletteOpen.get());
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
    import('./CommandPalette.tsx').then(
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
