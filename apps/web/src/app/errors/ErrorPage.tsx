import {
  AlertTriangleIcon,
  Button,
  LinkButton,
  StandalonePage,
  GlobeIcon,
} from '@seller-connect/ui';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/index.ts';
import { ChunkLoadError } from '../../loading/lazyComponent.tsx';
import { lazyBlock } from '../../loading/lazyBlock.tsx';
import { useResponseRecovery } from '../../loading/useResponseRecovery.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from '../texts.ts';
import { storage } from '../../storage.ts';
import { currentEntry } from '../lifecycle/currentEntry.ts';
import { LoadingPage } from '../layout/LoadingPage.tsx';

const ServerErrorPage = lazyBlock(() => import('./ServerErrorPage.tsx'), null);

export interface ErrorPageProps {
  readonly error?: unknown;
  /** Renders the failed part again; absent if only a page load helps. */
  readonly reset?: () => void;
}

/**
 * Shown in place of a screen that failed. The address stays, so that a reload tries again. A server failure shows the
 * 500 page, a missing chunk its own page, and everything else the specification's unexpected error (section 8).
 */
export function ErrorPage({ error, reset }: ErrorPageProps) {
  const isRecovering = useResponseRecovery(error, reset);
  if (error instanceof ChunkLoadError) return <ChunkLoadErrorPage />;
  if (error instanceof ApiError && error.status >= 500) return <ServerErrorPage failure={error} />;
  if (isRecovering) return null;
  return (
    <StandalonePage
      title={sharedTexts.unexpectedApplicationError}
      icon={<AlertTriangleIcon size={24} />}
      tone="negative"
      actions={
        <>
          {reset && (
            <Button variant="primary" onClick={reset}>
              {sharedTexts.tryAgain}
            </Button>
          )}
          <Button
            variant={reset ? 'secondary' : 'primary'}
            onClick={() => window.location.reload()}
          >
            {sharedTexts.reload}
          </Button>
          {/* A full page load: any part of the application may be broken. */}
          <LinkButton href="/" data-load="page">
            {sharedTexts.backHome}
          </LinkButton>
        </>
      }
    >
      <p role="alert">{texts.errorText}</p>
    </StandalonePage>
  );
}

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
function ChunkLoadErrorPage() {
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
