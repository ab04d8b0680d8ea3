import { useEffect, useState } from 'react';

/** Whether a form is being sent. It is not on a page that the browser kept and the user comes back to. */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const reset = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);
  return [busy, setBusy] as const;
}
