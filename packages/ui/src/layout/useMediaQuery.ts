import { useSyncExternalStore } from 'react';

/** Same width as in the media queries of the components. */
const phone = '(max-width: 640px)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(phone);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Returns whether the window is as narrow as a phone, for layouts that differ by more than style. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(phone).matches);
}
