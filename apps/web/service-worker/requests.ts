/** Which requests the service worker answers, and which files a page of the application needs. */

/**
 * | handling        | requests                                       | answered by                               |
 * | --------------- | ---------------------------------------------- | ----------------------------------------- |
 * | `asset`         | hashed files of the build                      | the cache, else the network               |
 * | `shell`         | Home without parameters                        | the cached page, renewed afterwards       |
 * | `network`       | every other page, reloads of Home              | the network, offline by the cached page   |
 * | `pass`          | calls, callbacks of logins, frames, all others | the browser, as if there were no worker   |
 */
export type Handling = 'asset' | 'shell' | 'network' | 'pass';

export interface WorkerRequest {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  readonly destination: string;
  readonly cache: string;
}

/** Below it are the login, its callbacks, those of the marketplaces, and the silent login's frame. */
const loginPaths = /^\/oauth(?:\/|$)/i;

export function handlingOf(request: WorkerRequest, origin: string): Handling {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'pass';
  if (request.mode !== 'navigate') return url.pathname.startsWith('/assets/') ? 'asset' : 'pass';
  if (request.destination !== 'document' || loginPaths.test(url.pathname)) return 'pass';
  // The response of a login arrives at Home's address.
  if (['code', 'error', 'state'].some((name) => url.searchParams.has(name))) return 'pass';
  const isHome = url.pathname === '/' && url.search === '';
  // A reload asks for the newest version.
  return isHome && request.cache === 'default' ? 'shell' : 'network';
}

/**
 * Names of files in `assets` by language, then by path; `entry` are those of every page and of what Home shows first, `later` those that every
 * page may need later.
 */
export type PageFiles = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Returns the table of files that the build has written into a page, or null if the page is another one. */
export function parsePageFiles(html: string): PageFiles | null {
  const [, json] =
    /<script type="application\/json" id="page-files">(.*?)<\/script>/s.exec(html) ?? [];
  if (json === undefined) return null;
  const table: unknown = JSON.parse(json);
  return new Map(
    entriesOf(table).map(([language, paths]) => [
      language,
      new Map(entriesOf(paths).map(([path, files]) => [path, textsOf(files)])),
    ]),
  );
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Returns the addresses of the files that Home needs in a language, its entry first. */
export function homeAssets(files: PageFiles, language: string): string[] {
  const paths = files.get(language);
  return ['entry', '/', 'later'].flatMap((name) => paths?.get(name) ?? []).map(toAddress);
}

/** Returns the addresses of all files that the table names. */
export const allAssets = (files: PageFiles): string[] =>
  [...files.values()].flatMap((paths) => [...paths.values()].flat()).map(toAddress);

const toAddress = (name: string) => `/assets/${name}`;
