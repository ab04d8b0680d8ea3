import { Button, LinkButton } from '@seller-connect/ui';
import { Component, type ReactNode } from 'react';
import { shared } from '../texts/index.ts';
import styles from './results/ResultPage.module.css';
import { texts } from './texts.ts';

/** Spec 8: shown in place of a screen that failed to render. The address stays, so reloading retries. */
export function ErrorPage() {
  return (
    <main className={styles.page} id="content">
      <h1 className={styles.title} tabIndex={-1}>
        {shared.unexpectedApplicationError}
      </h1>
      <p className={styles.text}>{texts.errorText}</p>
      <div className={styles.actions}>
        <Button variant="primary" onClick={() => window.location.reload()}>
          {shared.reload}
        </Button>
        <LinkButton href="/">{shared.backHome}</LinkButton>
      </div>
    </main>
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
