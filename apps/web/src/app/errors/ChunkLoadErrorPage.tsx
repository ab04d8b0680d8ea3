import { Button, GlobeIcon, LinkButton, StandalonePage } from '@seller-connect/ui';
import { useEffect, useState } from 'react';
import { storage } from '../../storage.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from '../texts.ts';
import { currentEntry } from '../lifecycle/currentEntry.ts';
import { LoadingPage } from '../layout/LoadingPage.tsx';

let shouldReload: boolean | null = null;

/**
 * Whether this page reloads automatically: a reload after a deployment brings the new build, and each build is tried
 * only once. Decided once per page, however often it renders.
 */
function shouldReloadOnce(): boolean {
  shouldReload ??= claimAutomaticReload();
  return shouldReload;
}

function claimAutomaticReload(): boolean {
  const entry = currentEntry();
  if (!navigator.onLine || entry === null || storage.reloadedFor.read() === entry) return false;
  storage.reloadedFor.write(entry);
  // If storage is unavailable, a second attempt could not be recognized, so the page does not reload.
  return storage.reloadedFor.read() === entry;
}

/**
 * Shown in place of a screen whose code failed to load. The page reloads automatically the first time for a build.
 * After that, and while offline, it shows the error and waits for the network or the user.
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
      title={texts.chunkLoadError}
      icon={<GlobeIcon size={24} />}
      tone="quiet"
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
