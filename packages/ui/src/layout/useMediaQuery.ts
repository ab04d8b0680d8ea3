import { useCallback, useSyncExternalStore } from 'react';

/** Returns whether a media query matches, for layouts that differ by more than style. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** Returns whether the window is as narrow as a phone: the same width as in the media queries of the components. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 640px)');
}
