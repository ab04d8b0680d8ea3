import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { ResponseBody } from '@seller-connect/contract';
import type { EndpointName } from '@seller-connect/contract/endpoints';
import { hasStoredUser, storage } from '../../storage.ts';

/**
 * The last figures of Home in this browser. A page that opens Home shows them, with their age, until the server has
 * responded, or as long as the browser is offline. They hold sums and names of products and shops, and nothing about
 * buyers. Every end of a session deletes them.
 */

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Its last response is stored in this browser. */
      readonly onDevice?: true;
    };
  }
}

export interface DeviceCopyOwner {
  /** Subject (`sub`) of the user. */
  readonly sub: string;
  /** The build of the page. Another one may read other fields. */
  readonly build: string | null;
}

/** Responses by the hash of their query's key, until the first query of each has taken it. */
let restored: ReadonlyMap<string, { readonly data: unknown; readonly at: number }> = new Map();

const toOwner = ({ sub, build }: DeviceCopyOwner) =>
  [sub, storage.teamChange.read() ?? '', build ?? ''].join(' ');

/**
 * Deletes a copy of another user, team or build.
 * @param isHome whether the page opens with Home's report, which then starts with the copy
 */
export function openDeviceCopy(owner: DeviceCopyOwner, isHome: boolean): void {
  const copy = storage.reportCopy.read();
  const isOwn = copy?.owner === toOwner(owner);
  if (!isOwn) storage.reportCopy.remove();
  const queries = isOwn && isHome ? copy.queries : [];
  restored = new Map(queries.map(({ key, data, at }) => [key, { data, at }]));
}

export function closeDeviceCopy(): void {
  restored = new Map();
  storage.reportCopy.remove();
}

/** Options of a query that starts with its copy and is copied. */
export function onDevice<Name extends EndpointName>(queryKey: readonly [Name, ...unknown[]]) {
  const find = () => restored.get(hashKey(queryKey));
  return {
    meta: { onDevice: true },
    // The same build wrote the copy from a response of the server.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    initialData: () => find()?.data as ResponseBody<Name> | undefined,
    initialDataUpdatedAt: () => find()?.at,
  } as const;
}

/** Whether data of this age, in milliseconds since 1970, is from before this page was opened. */
export const isFromDevice = (updatedAt: number): boolean =>
  updatedAt > 0 && updatedAt < performance.timeOrigin;

/** Delay in milliseconds in which the responses of one page load arrive. */
const saveDelayMs = 1_000;
/** A larger copy would take too much of the browser's storage, in characters. */
const maxCopyLength = 400_000;

/** Stores what queries with `onDevice` receive. Returns the function that ends it. */
export function storeDeviceCopy(queryClient: QueryClient, owner: DeviceCopyOwner): () => void {
  const cache = queryClient.getQueryCache();
  // After a switch of the team, the page has another owner than what it has saved.
  const ownOwner = toOwner(owner);
  let timer: ReturnType<typeof setTimeout> | undefined;
  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    const queries = cache
      .findAll({
        predicate: ({ meta, state }) => meta?.onDevice === true && state.status === 'success',
      })
      .map(({ queryHash, state }) => ({
        key: queryHash,
        data: state.data,
        at: state.dataUpdatedAt,
      }));
    const copy = { owner: ownOwner, queries };
    if (hasStoredUser() && queries.length > 0 && JSON.stringify(copy).length <= maxCopyLength)
      storage.reportCopy.write(copy);
  }
  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.query.meta?.onDevice === true) timer ??= setTimeout(save, saveDelayMs);
  });
  const saveNow = () => {
    if (timer !== undefined) save();
  };
  window.addEventListener('pagehide', saveNow);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    window.removeEventListener('pagehide', saveNow);
  };
}
