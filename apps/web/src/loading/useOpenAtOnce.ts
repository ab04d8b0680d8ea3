import { useEffect, useRef, type RefObject } from 'react';

/** Opens the menu of a button that the user has pressed before the menu was loaded, once it is ready. */
export function useOpenAtOnce(
  trigger: RefObject<HTMLButtonElement | null>,
  isRequested: boolean,
  isReady: boolean,
): void {
  const isWaiting = useRef(isRequested);
  useEffect(() => {
    if (!isReady || !isWaiting.current) return;
    isWaiting.current = false;
    trigger.current?.click();
  }, [isReady, trigger]);
}
