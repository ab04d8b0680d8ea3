import { useEffect, useState } from 'react';

/**
 * Returns the value once it has been unchanged for `pauseMs`.
 * @param value plain data, which is compared as JSON
 */
export function useDebounced<Value>(value: Value, pauseMs = 250): Value {
  const key = JSON.stringify(value);
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the value
  }, [key, pauseMs]);
  return debounced;
}
