import { Banner, Button } from '@seller-connect/ui';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAppSession, usePerson } from '../../session/index.ts';
import { shared } from '../../i18n/index.ts';
import { formInProgress } from '../lifecycle/formsInProgress.ts';
import { onPageNews, pageNews, setPageNews, type PageNews } from '../lifecycle/reloadReason.ts';
import { texts } from '../texts.ts';

/**
 * Strips over a screen that concern the whole page: it is offline, its session waits for the sign-in service, or it is
 * out of date.
 */
export function PageBanners() {
  const online = useSyncExternalStore(followConnection, () => navigator.onLine);
  const sessionWaits = useSessionWaits();
  const held = useIsMutating({ predicate: ({ state }) => state.isPaused });
  const news = useSyncExternalStore(onPageNews, pageNews);
  const unloaded = useUnloadedParts();
  return (
    <>
      {!online && (
        <Banner tone="attention" announced title={texts.offline}>
          {unloaded && <p>{texts.unloaded}</p>}
          {held > 0 && <p>{texts.held(held)}</p>}
        </Banner>
      )}
      {online && sessionWaits && (
        <Banner tone="attention" announced title={texts.sessionWaits}>
          {texts.sessionWaitsText}
        </Banner>
      )}
      {news !== null && <OutOfDate news={news} />}
    </>
  );
}

/** Whether the screen waits for something that was never loaded and cannot be had now. */
function useUnloadedParts(): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () =>
      cache.findAll({
        type: 'active',
        predicate: ({ state }) => state.fetchStatus === 'paused' && state.data === undefined,
      }).length > 0,
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

/** True while the session has expired and a renewal has failed for want of an answer. One renewal after sleep is no news. */
function useSessionWaits(): boolean {
  const { login } = useAppSession();
  const isExpired = usePerson().status === 'expired';
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const stops = [
      login.on('silent-renew-error', () => setHasFailed(true)),
      login.on('user-loaded', () => setHasFailed(false)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [login]);
  return isExpired && hasFailed;
}

function followConnection(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
