import { Button, LinkButton, StandalonePage } from '@seller-connect/ui';
import { useEffect, useState } from 'react';
import { storage } from '../../storage.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from '../texts.ts';
import { currentEntry } from '../lifecycle/versionPoll.ts';
import { LoadingPage } from '../layout/LoadingPage.tsx';

let shouldReload: boolean | null = null;

/**
 * Whether this page reloads by itself: after a deployment that brings the new build, and only once for
 * each. Decided once for the page, however often it is drawn.
 */
function shouldReloadOnce(): boolean {
  shouldReload ??= claimAutomaticReload();
  return shouldReload;
}

function claimAutomaticReload(): boolean {
  const entry = currentEntry();
  if (!navigator.onLine || entry === null || storage.reloadedFor.read() === entry) return false;
  storage.reloadedFor.write(entry);
  // Where nothing can be kept nobody could tell the second time from the first.
  return storage.reloadedFor.read() === entry;
}

/**
 * In place of a screen whose code could not be had. The first time for a build the page reloads by
 * itself; after that, and without a network, it says so and waits for the network or the person.
 */
export function ChunkLoadErrorPage() {
  const [reloading] = useState(shouldReloadOnce);
  useEffect(() => {
    const again = () => window.location.reload();
    if (reloading) {
      again();
      return;
    }
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [reloading]);
  if (reloading) return <LoadingPage text={texts.goingToSignIn} />;
  return (
    <StandalonePage
      product={sharedTexts.product}
      title={texts.chunkLoadError}
      actions={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            {sharedTexts.tryAgain}
          </Button>
          <LinkButton href="/">{sharedTexts.backHome}</LinkButton>
        </>
      }
    >
      <p role="alert">{texts.chunkLoadErrorText}</p>
    </StandalonePage>
  );
}
