import { Banner, Button } from '@seller-connect/ui';
import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSession, useAuth } from '../../session/index.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { hasFormInProgress } from '../lifecycle/formsInProgress.ts';
import { reloadReason, type ReloadReason } from '../lifecycle/reloadReason.ts';
import { texts } from '../texts.ts';

/** Banners about the whole page: it is offline, its session waits for the sign-in service, or it is out of date. */
export function PageBanners() {
  const online = useSyncExternalStore(subscribeToConnection, () => navigator.onLine);
  const sessionWaits = useSessionReconnecting();
  const pausedMutationCount = useIsMutating({ predicate: ({ state }) => state.isPaused });
  const news = useSyncExternalStore(reloadReason.subscribe, reloadReason.get);
  const unloaded = useHasUnloadedQueries();
  return (
    <>
      {!online && (
        <Banner tone="attention" announced title={texts.offline}>
          {unloaded && <p>{texts.unloaded}</p>}
          {pausedMutationCount > 0 && <p>{texts.pausedChanges(pausedMutationCount)}</p>}
        </Banner>
      )}
      {online && sessionWaits && (
        <Banner tone="attention" announced title={texts.sessionWaits}>
          {texts.sessionWaitsText}
        </Banner>
      )}
      {news !== null && <ReloadPrompt news={news} />}
    </>
  );
}

/** Whether a query on this screen has no data and is paused because the page is offline. */
function useHasUnloadedQueries(): boolean {
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

function ReloadPrompt({ news }: { readonly news: ReloadReason }) {
  return (
    <Banner
      announced
      title={texts.pageNews[news]}
      actions={
        <>
          <Button size="small" onClick={() => reloadReason.set(null)}>
            {texts.later}
          </Button>
          <Button size="small" variant="primary" onClick={() => window.location.reload()}>
            {sharedTexts.reload}
          </Button>
        </>
      }
    >
      {hasFormInProgress() && texts.saveFirst}
    </Banner>
  );
}

/** True while the session is expired and a refresh has failed. The refresh after sleep alone is not reported. */
function useSessionReconnecting(): boolean {
  const { login } = useSession();
  const isExpired = useAuth().status === 'expired';
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

function subscribeToConnection(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}
