import { Button, LinkButton, OutsidePage } from '@seller-connect/ui';
import { useEffect, useState } from 'react';
import { storage } from '../storage.ts';
import { shared } from '../texts/index.ts';
import { texts } from './texts.ts';
import { ownEntry } from './version.ts';
import { Waiting } from './Waiting.tsx';

/** Whether a reload may help: after a deployment it brings the new build, and only once for each. */
function mayReload(): boolean {
  const entry = ownEntry();
  if (!navigator.onLine || entry === null || storage.reloadedFor.read() === entry) return false;
  storage.reloadedFor.write(entry);
  // Where nothing can be kept nobody could tell the second time from the first.
  return storage.reloadedFor.read() === entry;
}

/**
 * In place of a screen whose code could not be had. The first time for a build the page reloads by
 * itself; after that, and without a network, it says so and waits for the network or the person.
 */
export function LostChunkPage() {
  const [reloading] = useState(mayReload);
  useEffect(() => {
    if (reloading) {
      window.location.reload();
      return;
    }
    const again = () => window.location.reload();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [reloading]);
  if (reloading) return <Waiting />;
  return (
    <OutsidePage
      product={shared.product}
      title={texts.lostChunk}
      actions={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            {shared.tryAgain}
          </Button>
          <LinkButton href="/">{shared.backHome}</LinkButton>
        </>
      }
    >
      <p role="alert">{texts.lostChunkText}</p>
    </OutsidePage>
  );
}
