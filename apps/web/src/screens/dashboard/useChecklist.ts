import { useState } from 'react';
import { storage } from '../../storage.ts';

/** Visibility of the setup checklist on Home, stored across visits. */
export function useChecklist() {
  const [isVisible, setVisible] = useState(() => storage.checklist.read() !== 'put_away');
  const setAndStore = (next: boolean) => {
    storage.checklist.write(next ? 'shown' : 'put_away');
    setVisible(next);
  };
  return {
    isVisible,
    hide: () => setAndStore(false),
    show: () => setAndStore(true),
  };
}
