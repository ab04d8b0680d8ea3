import { Button, LinkButton, OutsidePage } from '@seller-connect/ui';
import { ApiFailure } from '../../api/index.ts';
import { LostChunk } from '../../loading/lazyComponent.tsx';
import { shared } from '../../i18n/index.ts';
import { LostChunkPage } from './ChunkLoadErrorPage.tsx';
import { ServerFailedPage } from './ServerErrorPage.tsx';
import { texts } from '../texts.ts';

export interface ErrorPageProps {
  readonly error?: unknown;
  /** Shows what failed again; absent where only a whole load helps. */
  readonly reset?: () => void;
}

/**
 * Shown in place of a screen that failed; the address stays, so that reloading tries again. What the
 * server failed at is its 500, a screen whose code is gone has a page of its own, and everything
 * else is the specification's unexpected error (section 8).
 */
export function ErrorPage({ error, reset }: ErrorPageProps) {
  if (error instanceof LostChunk) return <LostChunkPage />;
  if (error instanceof ApiFailure && error.status >= 500) {
    return <ServerFailedPage reference={error.requestId} />;
  }
  return (
    <OutsidePage
      product={shared.product}
      title={shared.unexpectedApplicationError}
      actions={
        <>
          {reset && (
            <Button variant="primary" onClick={reset}>
              {shared.tryAgain}
            </Button>
          )}
          <Button
            variant={reset ? 'secondary' : 'primary'}
            onClick={() => window.location.reload()}
          >
            {shared.reload}
          </Button>
          {/* A whole load: what is broken may be anything. */}
          <LinkButton href="/" data-load="page">
            {shared.backHome}
          </LinkButton>
        </>
      }
    >
      <p role="alert">{texts.errorText}</p>
    </OutsidePage>
  );
}
