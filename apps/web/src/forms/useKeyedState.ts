import { useState } from 'react';

/** State that belongs to what the address shows: it begins anew with every other `key`, also on the way back. */
export function useKeyedState<Value>(
  key: string,
  initial: Value,
): readonly [Value, (value: Value) => void] {
  const [state, setState] = useState({ key, value: initial });
  if (state.key !== key) setState({ key, value: initial });
  return [state.key === key ? state.value : initial, (value) => setState({ key, value })];
}
