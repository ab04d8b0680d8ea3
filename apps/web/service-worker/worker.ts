/**
 * Starts the application without a network: from the cached page (`index.html`) and the hashed files of the build.
 * Responses of the API, tokens and pictures of products are never stored here. Small enough to need no library: the
 * build has two languages in one page, for which those that list files in advance have no place.
 *
 * A new version replaces the cached page once its files have been stored, and is used from the next start. Open pages
 * keep theirs; they offer the reload themselves.
 */
import { parsePush, pathOf } from './notifications.ts';
import { allAssets, handlingOf, homeAssets, parsePageFiles } from './requests.ts';

declare const self: ServiceWorkerGlobalScope;
/** Address of the icon, from the build. */
declare const notificationIcon: string;

const cacheName = 'application';
const shellAddress = '/';
/** An older page is shown only if the network does not respond in time: the server may have moved on. */
const maxShellAgeMs = 24 * 3_600_000;
const networkTimeoutMs = 4_000;
/** The server varies by encoding, which does not matter for what is stored. */
const anyVariant: CacheQueryOptions = { ignoreVary: true };

const openCache = () => caches.open(cacheName);

self.addEventListener('install', (event) => {
  // It serves the same files as a later one, so it need not wait until all pages are closed.
  event.waitUntil(renewShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** A page reports the files that it loaded before the worker was there, or that its user signs out. */
self.addEventListener('message', (event) => {
  const data: unknown = event.data;
  if (data === 'signed-out') return event.waitUntil(unsubscribe());
  const files = Array.isArray(data) ? data.filter((each) => typeof each === 'string') : [];
  event.waitUntil(storeAssets(files.filter((each) => each.startsWith('/assets/'))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (handlingOf(request, self.location.origin)) {
    case 'asset':
      return event.respondWith(respondWithAsset(request));
    case 'shell':
      return event.respondWith(respondWithShell(event));
    case 'network':
      return event.respondWith(respondFromNetwork(event));
    case 'pass':
  }
});

self.addEventListener('push', (event) => {
  const { title, options } = parsePush(event.data?.text() ?? '', notificationIcon);
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openScreen(pathOf(event.notification.data)));
});

/** Shows the screen in the window that has it open, or in a new one: another one may have a form in progress. */
async function openScreen(path: string): Promise<void> {
  const { href } = new URL(path, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const openWindow = windows.find(({ url }) => url === href);
  await (openWindow ? openWindow.focus() : self.clients.openWindow(href));
}

/** The next user of this browser is not shown what the last one was notified of. */
async function unsubscribe(): Promise<void> {
  const subscription = await self.registration.pushManager.getSubscription();
  await subscription?.unsubscribe();
  for (const notification of await self.registration.getNotifications()) notification.close();
}

async function respondWithAsset(request: Request): Promise<Response> {
  const cached = await findCached(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) {
    const copy = response.clone();
    await openCache()
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined);
  }
  return response;
}

async function respondWithShell(event: FetchEvent): Promise<Response> {
  const shell = await findCached(shellAddress);
  if (!shell || ageOf(shell) > maxShellAgeMs) return respondFromNetwork(event);
  event.waitUntil(renewShell().catch(() => undefined));
  return shell;
}

async function respondFromNetwork(event: FetchEvent): Promise<Response> {
  const shell = await findCached(shellAddress);
  const isHome = new URL(event.request.url).pathname === shellAddress;
  const network = fetch(event.request);
  // Only an address of which there is a copy can be given up for it.
  const response = await (shell && isHome ? withTimeout(network) : network).catch(() => shell);
  if (response === undefined) return Response.error();
  if (response !== shell && isHome) {
    event.waitUntil(storeShell(response.clone()).catch(() => undefined));
  }
  return response;
}

function withTimeout(response: Promise<Response>): Promise<Response> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The network did not respond in time')), networkTimeoutMs);
  });
  return Promise.race([response, timeout]);
}

/** Returns undefined also if the browser cannot open its cache, as on a damaged disk: the network still answers. */
async function findCached(request: RequestInfo): Promise<Response | undefined> {
  const cache = await openCache().catch(() => undefined);
  return cache?.match(request, anyVariant).catch(() => undefined);
}

function ageOf(shell: Response): number {
  const date = Date.parse(shell.headers.get('date') ?? '');
  return Number.isNaN(date) ? Infinity : Date.now() - date;
}

async function renewShell(): Promise<void> {
  const response = await fetch(shellAddress, {
    headers: { accept: 'text/html' },
    cache: 'no-cache',
    signal: AbortSignal.timeout(30_000),
  });
  await storeShell(response);
}

/**
 * Stores a page after its files, so that a start never lacks one. Deletes the files of builds before the previous one.
 * @throws Error if a file cannot be loaded; the page that is stored stays
 */
async function storeShell(response: Response): Promise<void> {
  if (!response.ok || response.redirected) return;
  const files = parsePageFiles(await response.clone().text());
  if (!files) return;
  const cache = await openCache();
  const previousText = await (await findCached(shellAddress))?.text();
  const previous = previousText === undefined ? null : parsePageFiles(previousText);
  if (previous) {
    for (const language of files.keys()) {
      const [entry] = homeAssets(previous, language);
      const isUsed = entry !== undefined && (await cache.match(entry, anyVariant)) !== undefined;
      if (isUsed) await storeAssets(homeAssets(files, language));
    }
  }
  await cache.put(shellAddress, response);
  const retained = new Set([...allAssets(files), ...(previous ? allAssets(previous) : [])]);
  const isSameBuild = previous !== null && allAssets(previous).join() === allAssets(files).join();
  if (isSameBuild) return;
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== shellAddress && !retained.has(pathname)) await cache.delete(request);
  }
}

/** Stores the files that are missing; the browser still has those that a page has just loaded. */
async function storeAssets(addresses: readonly string[]): Promise<void> {
  const cache = await openCache();
  await Promise.all(
    addresses.map(async (address) => {
      if (!(await cache.match(address, anyVariant))) await cache.add(address);
    }),
  );
}
