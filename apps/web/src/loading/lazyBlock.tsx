import { Banner, Button } from '@seller-connect/ui';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { shared } from '../i18n/index.ts';
import { ErrorBoundary, type Failure } from './ErrorBoundary.tsx';
import { lazyComponent, type PartLoader } from './lazyComponent.tsx';

/**
 * A block of a page that is loaded when it is first shown. That its code cannot be had, or that it fails, costs the
 * block and not the page.
 * @param waiting shown until its code is there
 */
export function lazyBlock<Props extends object>(
  load: PartLoader<Props>,
  waiting: ReactNode,
): ComponentType<Props> {
  const Part = lazyComponent(load);
  function LazyBlock(props: Props) {
    return (
      <ErrorBoundary fallback={showLostBlock}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return LazyBlock;
}

const showLostBlock = ({ reset }: Failure) => <LostBlock onRetry={reset} />;

function LostBlock({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Banner
      tone="negative"
      announced
      title={shared.blockFailed}
      actions={
        <>
          <Button size="small" onClick={onRetry}>
            {shared.tryAgain}
          </Button>
          <Button size="small" variant="quiet" onClick={() => window.location.reload()}>
            {shared.reload}
          </Button>
        </>
      }
    >
      {shared.blockFailedText}
    </Banner>
  );
}
