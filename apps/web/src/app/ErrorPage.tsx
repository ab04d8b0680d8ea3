import { Button, LinkButton, OutsidePage } from '@seller-connect/ui';
import { Component, type ReactNode } from 'react';
import { ApiFailure } from '../api/index.ts';
import { shared } from '../texts/index.ts';
import { LostChunk } from './lazyScreen.tsx';
import { LostChunkPage } from './LostChunkPage.tsx';
import { ServerFailedPage } from './results/BrokenPage.tsx';
import { texts } from './texts.ts';

/**
 * Shown in place of a screen that failed; the address stays, so that reloading tries again. What the
 * server failed at is its 500, a screen whose code is gone has a page of its own, and everything
 * else is the specification's unexpected error (section 8).
 */
export function ErrorPage({ error }: { readonly error?: unknown }) {
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
          <Button variant="primary" onClick={() => window.location.reload()}>
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

/** Catches what fails outside of every screen. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children;
  }
}
