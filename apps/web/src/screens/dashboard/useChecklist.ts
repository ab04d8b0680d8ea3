import { useState } from 'react';
import { storage } from '../../storage.ts';

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Visibility of the setup checklist on Home, stored across visits, and the props of the button that changes it. */
export function useChecklist() {
  const [isVisible, setVisible] = useState(() => storage.checklist.read() !== 'put_away');
  const [isToggled, setToggled] = useState(false);
  return {
    isVisible,
    toggle: {
      // The button may be another one in each state.
      ref: isToggled ? focus : undefined,
      onClick() {
        storage.checklist.write(isVisible ? 'put_away' : 'shown');
        setVisible(!isVisible);
        setToggled(true);
      },
    },
  };
}
