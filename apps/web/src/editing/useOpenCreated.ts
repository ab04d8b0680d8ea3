import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

/**
 * Returns a function that opens a created record in place of the screen that created it, unless the user has left that
 * screen meanwhile.
 */
export function useOpenCreated(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  const { history } = useRouter();
  const [createdAt] = useState(history.location.pathname);
  return async (path) => {
    if (history.location.pathname !== createdAt) return;
    await navigate({ to: path, ignoreBlocker: true, replace: true });
  };
}
