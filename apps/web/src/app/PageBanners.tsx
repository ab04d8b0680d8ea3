import { Banner, Button } from '@seller-connect/ui';
import { useIsMutating } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { shared } from '../texts/index.ts';
import { formInProgress } from './formInProgress.ts';
import { onPageNews, pageNews, setPageNews, type PageNews } from './pageNews.ts';
import { texts } from './texts.ts';

/** Strips over a screen that concern the whole page: it is offline, or it is out of date. */
export function PageBanners() {
  const online = useSyncExternalStore(followConnection, () => navigator.onLine);
  const held = useIsMutating({ predicate: ({ state }) => state.isPaused });
  const news = useSyncExternalStore(onPageNews, pageNews);
  return (
    <>
      {!online && (
        <Banner tone="attention" announced title={texts.offline}>
          {held > 0 && texts.held(held)}
        </Banner>
      )}
      {news !== null && <OutOfDate news={news} />}
    </>
  );
}

function OutOfDate({ news }: { readonly news: PageNews }) {
  return (
    <Banner
      announced
      title={texts.pageNews[news]}
      actions={
        <>
          <Button size="small" onClick={() => setPageNews(null)}>
            {texts.later}
          </Button>
          <Button size="small" variant="primary" onClick={() => window.location.reload()}>
            {shared.reload}
          </Button>
        </>
      }
    >
      {formInProgress() && texts.saveFirst}
    </Banner>
  );
}

function followConnection(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
