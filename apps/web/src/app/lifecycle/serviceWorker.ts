import { currentEntry } from './versionPoll.ts';

declare global {
  interface Window {
    /** Chromium and Safari refuse addresses of scripts that no policy has made. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL: (address: string) => string },
      ): { createScriptURL(address: string): string };
    };
  }
}

export const workerAddress = '/service-worker.js';

/** Milliseconds after which it starts although the page is still busy. */
const maxWaitMs = 5_000;

/**
 * Installs the service worker when the page is idle, and tells it which files the page has loaded, so that the next
 * start needs no network. Does nothing where the page is not from a build.
 */
export function installServiceWorker(page: Navigator = navigator): void {
  if (!('serviceWorker' in page) || currentEntry() === null) return;
  const install = () => void register(page.serviceWorker).catch(() => undefined);
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(install, { timeout: maxWaitMs });
  else setTimeout(install, maxWaitMs);
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  await workers.register(trustedAddress());
  const { active } = await workers.ready;
  active?.postMessage(loadedAssets());
}

/** The only policy of the application, for the only script address that it sets. */
function trustedAddress(): string {
  const policy = window.trustedTypes?.createPolicy('service-worker', {
    createScriptURL: () => workerAddress,
  });
  return policy?.createScriptURL(workerAddress) ?? workerAddress;
}

function loadedAssets(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
}
