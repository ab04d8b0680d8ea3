import { useEffect, useState } from 'react';
import { responseCheck } from '../api/client/responseCheck.ts';
import { ChunkLoadError } from './lazyComponent.tsx';

/**
 * A part of the page fails to render if a response breaks the contract, such as one of a proxy or of an older version.
 * Such responses are discarded, and the part renders again: it then fetches them and shows its own error if they are
 * wrong again. Returns whether that is under way.
 * @param reset renders the part again; without it, nothing is discarded
 */
export function useResponseRecovery(error: unknown, reset: (() => void) | undefined): boolean {
  const [canRecover, setCanRecover] = useState(
    reset !== undefined && !(error instanceof ChunkLoadError),
  );
  useEffect(() => {
    async function recover() {
      if (await responseCheck.discard?.()) reset?.();
      else setCanRecover(false);
    }
    if (canRecover) void recover();
  }, [canRecover, reset]);
  return canRecover;
}
