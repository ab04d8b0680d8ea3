import { useState } from 'react';
import { storage } from '../storage.ts';

/** The list of unfinished steps on Home: it can be put away and brought back, and stays as it was left. */
export function useChecklist() {
  const [isVisible, setVisible] = useState(() => storage.checklist.read() !== 'put_away');
  const setAndStore = (next: boolean) => {
    storage.checklist.write(next ? 'shown' : 'put_away');
    setVisible(next);
  };
  return {
    shown: isVisible,
    putAway: () => setAndStore(false),
    bringBack: () => setAndStore(true),
  };
}
