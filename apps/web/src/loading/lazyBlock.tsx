import { Banner, Button } from '@seller-connect/ui';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { sharedTexts } from '../i18n/index.ts';
import { ErrorBoundary, type CaughtError } from './ErrorBoundary.tsx';
import { useResponseRecovery } from './useResponseRecovery.ts';
import { lazyComponent, type ComponentLoader } from './lazyComponent.tsx';

/**
 * Creates a block of a page that is loaded when first rendered. If it fails to load or to render, only the
 * block is replaced, not the page.
 * @param waiting rendered while the code is loading
 */
export function lazyBlock<Props extends object>(
  load: ComponentLoader<Props>,
  waiting: ReactNode,
): ComponentType<Props> {
  const Part = lazyComponent(load);
  function LazyBlock(props: Props) {
    return (
      <BlockBoundary>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </BlockBoundary>
    );
  }
  return LazyBlock;
}

/** Contains a block of a page. If it fails to render, only the block is replaced, not what is around it. */
export function BlockBoundary({ children }: { readonly children: ReactNode }) {
  return <ErrorBoundary fallback={renderBlockError}>{children}</ErrorBoundary>;
}

const renderBlockError = (failure: CaughtError) => <BlockLoadError {...failure} />;

function BlockLoadError({ error, reset }: CaughtError) {
  if (useResponseRecovery(error, reset)) return null;
  return (
    <Banner
      tone="negative"
      announced
      title={sharedTexts.blockFailed}
      actions={
        <>
          <Button size="small" onClick={reset}>
            {sharedTexts.tryAgain}
          </Button>
          <Button size="small" variant="quiet" onClick={() => window.location.reload()}>
            {sharedTexts.reload}
          </Button>
        </>
      }
    >
      {sharedTexts.blockFailedText}
    </Banner>
  );
}
