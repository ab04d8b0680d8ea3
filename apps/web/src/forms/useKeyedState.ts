import { useState } from 'react';

/** State that resets to `initial` whenever `key` changes, including on back navigation. */
export function useKeyedState<Value>(
  key: string,
  initial: Value,
): readonly [Value, (value: Value) => void] {
  const [state, setState] = useState({ key, value: initial });
  if (state.key !== key) setState({ key, value: initial });
  return [state.key === key ? state.value : initial, (value) => setState({ key, value })];
}
