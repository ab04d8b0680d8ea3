import { AlertTriangleIcon, Button, LinkButton, StandalonePage } from '@seller-connect/ui';
import { ApiError } from '../../api/index.ts';
import { ChunkLoadError } from '../../loading/lazyComponent.tsx';
import { lazyBlock } from '../../loading/lazyBlock.tsx';
import { useResponseRecovery } from '../../loading/useResponseRecovery.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { ChunkLoadErrorPage } from './ChunkLoadErrorPage.tsx';
import { texts } from '../texts.ts';

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
