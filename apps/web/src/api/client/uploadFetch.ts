import type { FetchLike } from './apiClient.ts';

/** Statuses for which the `Response` constructor rejects a body. */
const bodilessStatuses = new Set([204, 205, 304]);

/**
 * Returns a `fetch` replacement based on XMLHttpRequest that reports upload progress. `onSent` receives the
 * sent share of the body, 0 to 1, or null if unknown.
 */
export function createUploadFetch(onSent: (share: number | null) => void): FetchLike {
  return (url, init) =>
    new Promise((resolve, reject) => {
      const { body, signal } = init;
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      const end = () => request.abort();
      request.open(init.method ?? 'GET', url);
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', (event) => {
        onSent(event.lengthComputable ? event.loaded / event.total : null);
      });
      request.upload.addEventListener('load', () => onSent(1));
      request.addEventListener('load', () => {
        const { status, responseText } = request;
        resolve(new Response(bodilessStatuses.has(status) ? null : responseText, { status }));
      });
      request.addEventListener('error', () => reject(new TypeError('No answer came')));
      request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', end));
      signal?.addEventListener('abort', end);
      request.send(body instanceof Blob || typeof body === 'string' ? body : null);
    });
}
