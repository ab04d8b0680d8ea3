/** The services of Apps Script that a connector uses besides those of Looker Studio. */

export interface HttpRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  payload: string | null;
}
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
}
/**
 * Waits for the response, as Apps Script does.
 * @throws Error if the server cannot be reached
 */
export type FetchSync = (request: HttpRequest) => HttpResponse;

interface FetchOptions {
  method?: string;
  headers?: Record<string, unknown>;
  contentType?: string;
  payload?: string;
  muteHttpExceptions?: unknown;
  followRedirects?: unknown;
}
const knownOptions = [
  'method',
  'headers',
  'contentType',
  'payload',
  'muteHttpExceptions',
  'followRedirects',
  'validateHttpsCertificates',
  'escaping',
];

/** @see https://developers.google.com/apps-script/reference/url-fetch/url-fetch-app */
export function createUrlFetchApp(fetchSync: FetchSync, allowedPrefixes: readonly string[]) {
  return {
    fetch(url: string, options: FetchOptions = {}) {
      const unknown = Object.keys(options).find((name) => !knownOptions.includes(name));
      if (unknown !== undefined)
        throw new Error(`Attribute provided with invalid value: ${unknown}`);
      if (!allowedPrefixes.some((prefix) => url.startsWith(prefix)))
        throw new Error(`The url fetch whitelist of the manifest does not have ${url}`);
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(options.headers ?? {})) {
        if (typeof value !== 'string')
          throw new Error(`Attribute provided with invalid value: ${name}`);
        headers[name] = value;
      }
      if (options.contentType !== undefined) headers['content-type'] = options.contentType;
      const response = fetchSync({
        url,
        method: (options.method ?? 'get').toUpperCase(),
        headers,
        payload: options.payload ?? null,
      });
      if (response.status >= 400 && options.muteHttpExceptions !== true)
        throw new Error(
          `Request failed for ${new URL(url).origin} returned code ${response.status}`,
        );
      return {
        getResponseCode: () => response.status,
        getContentText: () => response.text,
        getAllHeaders: () => ({ ...response.headers }),
      };
    },
  };
}

/** @see https://developers.google.com/apps-script/reference/properties/properties-service */
export function createPropertiesService(
  user: Map<string, string>,
  script: ReadonlyMap<string, string>,
) {
  const readOnly = (store: ReadonlyMap<string, string>) => ({
    getProperty: (name: string) => store.get(name) ?? null,
  });
  return {
    getScriptProperties: () => readOnly(script),
    getUserProperties: () => ({
      ...readOnly(user),
      setProperty(name: string, value: unknown) {
        // A value has at most 9 KB, and values that are not text are converted.
        if (String(value).length > 9 * 1024) throw new Error('Argument too large: value');
        user.set(name, String(value));
      },
      deleteProperty: (name: string) => void user.delete(name),
    }),
  };
}
