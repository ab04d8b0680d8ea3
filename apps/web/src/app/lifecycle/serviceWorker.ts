import { currentEntry } from './currentEntry.ts';

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

/**
 * Installs the service worker, and tells it which files the page loads, so that the next start needs no network. Does
 * nothing where the page is not from a build.
 */
export function installServiceWorker(page: Navigator = navigator): void {
  if (!('serviceWorker' in page) || currentEntry() === null) return;
  register(page.serviceWorker).catch(() => undefined);
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  await workers.register(trustedAddress());
  const { active } = await workers.ready;
  if (active) reportLoadedFiles(active);
}

/**
 * Tells the worker every file of the build that the page has loaded or will load. The worker does not see the request of
 * a file that was loading when it took over.
 */
export function reportLoadedFiles(worker: Pick<ServiceWorker, 'postMessage'>): void {
  const observer = new PerformanceObserver((loaded) => {
    const files = loaded
      .getEntries()
      .map(({ name }) => new URL(name))
      .filter(
        ({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'),
      )
      .map(({ pathname }) => pathname);
    if (files.length > 0) worker.postMessage(files);
  });
  observer.observe({ type: 'resource', buffered: true });
}

/** The only policy of the application, for the only script address that it sets. */
function trustedAddress(): string {
  const policy = window.trustedTypes?.createPolicy('service-worker', {
    createScriptURL: () => workerAddress,
  });
  return policy?.createScriptURL(workerAddress) ?? workerAddress;
}
