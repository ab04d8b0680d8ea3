import { Button, LinkButton, OutsidePage } from '@seller-connect/ui';
import { useEffect, useState } from 'react';
import { storage } from '../../storage.ts';
import { shared } from '../../i18n/index.ts';
import { texts } from '../texts.ts';
import { ownEntry } from '../lifecycle/versionPoll.ts';
import { Waiting } from '../layout/LoadingPage.tsx';

let decided: boolean | null = null;

/**
 * Whether this page reloads by itself: after a deployment that brings the new build, and only once for
 * each. Decided once for the page, however often it is drawn.
 */
function reloadsItself(): boolean {
  decided ??= mayReload();
  return decided;
}

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
  const [reloading] = useState(reloadsItself);
  useEffect(() => {
    const again = () => window.location.reload();
    if (reloading) {
      again();
      return;
    }
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [reloading]);
  if (reloading) return <Waiting text={texts.goingToSignIn} />;
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
