import { Button, LinkButton, OutsidePage } from '@seller-connect/ui';
import { Component, type ReactNode } from 'react';
import { shared } from '../texts/index.ts';
import { texts } from './texts.ts';

/** Spec 8: shown in place of a screen that failed to render. The address stays, so reloading retries. */
export function ErrorPage() {
  return (
    <OutsidePage
      product={shared.product}
      title={shared.unexpectedApplicationError}
      actions={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            {shared.reload}
          </Button>
          <LinkButton href="/">{shared.backHome}</LinkButton>
        </>
      }
    >
      <p>{texts.errorText}</p>
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
