import { useState } from 'react';
import { storage } from '../storage.ts';

/** The list of unfinished steps on Home: it can be put away and brought back, and stays as it was left. */
export function useChecklist() {
  const [shown, setShown] = useState(() => storage.checklist.read() !== 'put_away');
  const keep = (next: boolean) => {
    storage.checklist.write(next ? 'shown' : 'put_away');
    setShown(next);
  };
  return { shown, putAway: () => keep(false), bringBack: () => keep(true) };
}
