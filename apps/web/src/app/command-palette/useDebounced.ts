import { useEffect, useState } from 'react';

/** Debounce delay in milliseconds. */
const pauseMs = 250;

/** Returns the text once it has been unchanged for `pauseMs`. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
