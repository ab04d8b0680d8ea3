import { Component, type ReactNode } from 'react';
import { resetChunkError } from './lazyComponent.tsx';

export interface CaughtError {
  readonly error: unknown;
  /** Renders the children again. */
  readonly reset: () => void;
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Rendered in place of the failed children. */
  readonly fallback: (failure: CaughtError) => ReactNode;
}

interface ErrorBoundaryState {
  readonly failure: { readonly error: unknown } | null;
}

/**
 * Renders a fallback if its children fail to render. It resets through its fallback, on back and forward
 * navigation, and when the network returns.
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
