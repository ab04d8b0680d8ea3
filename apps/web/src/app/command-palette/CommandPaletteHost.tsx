import { notify } from '@seller-connect/ui';
import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { usePerson } from '../../session/index.ts';
import { shared } from '../../i18n/index.ts';
import { onPalette, openPalette, paletteIsOpen } from './commandPaletteStore.ts';
import { texts } from '../texts.ts';

/** Ctrl K, and ⌘ K on a Mac. */
const isShortcut = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;

/** Shows the command palette to who is signed in, and listens for its keys on every page. */
export function PaletteHost() {
  const signedIn = usePerson().user !== null;
  const open = useSyncExternalStore(onPalette, paletteIsOpen);
  useEffect(() => {
    if (!signedIn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      // Whatever asks for something now is answered first.
      if (paletteIsOpen() || !document.querySelector('dialog[open]')) openPalette(!paletteIsOpen());
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [signedIn]);
  return signedIn && open ? <LoadedPalette /> : null;
}

/** The palette's code comes when it is asked for; that it does not come is no reason to lose the page. */
function LoadedPalette() {
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  useEffect(() => {
    let here = true;
    import('../palette/index.ts').then(
      (module) => here && setPalette(() => module.default),
      () => {
        openPalette(false);
        notify({ tone: 'negative', title: shared.error, text: texts.lostPart });
      },
    );
    return () => {
      here = false;
    };
  }, []);
  return Palette && <Palette onClose={() => openPalette(false)} />;
}
