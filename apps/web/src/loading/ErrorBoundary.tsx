import { Component, type ReactNode } from 'react';
import { resetChunkError } from './lazyComponent.tsx';

export interface CaughtError {
  readonly error: unknown;
  /** Shows what failed again. */
  readonly reset: () => void;
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Shown in place of what failed. */
  readonly fallback: (failure: CaughtError) => ReactNode;
}

interface ErrorBoundaryState {
  readonly failure: { readonly error: unknown } | null;
}

/**
 * Shows something else in place of what failed while it was drawn. It is reset by its fallback, when the person goes
 * back or forward, and when the network is there again.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } };
  }

  readonly reset = () => {
    if (this.state.failure) this.setState({ failure: null });
  };

  override componentDidCatch(error: unknown) {
    resetChunkError(error);
  }

  override componentDidMount() {
    window.addEventListener('popstate', this.reset);
    window.addEventListener('online', this.reset);
  }

  override componentWillUnmount() {
    window.removeEventListener('popstate', this.reset);
    window.removeEventListener('online', this.reset);
  }

  override render() {
    const { failure } = this.state;
    return failure
      ? this.props.fallback({ error: failure.error, reset: this.reset })
      : this.props.children;
  }
}
