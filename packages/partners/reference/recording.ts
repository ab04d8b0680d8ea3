/** An exchange as sent on the wire. */
export interface Exchange {
  method: string;
  url: URL;
  /** The query as sent, so that its encoding can be checked. */
  query: string;
  headers: Headers;
  body: string | null;
  status: number;
  answerHeaders: Headers;
  answer: string;
}

/** Creates a `fetch` that records every exchange. */
export function recordExchanges(inner: typeof fetch = fetch): {
  fetch: typeof fetch;
  exchanges: Exchange[];
} {
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    async fetch(input, init) {
      const response = await inner(input, init);
      const answer = await response.text();
      const { status, headers: answerHeaders } = response;
      exchanges.push({ ...toRequest(input, init), status, answerHeaders, answer });
      return toResponse(status, answer, answerHeaders);
    },
  };
}

/** Returns the request of a `fetch` call. Connectors send only URLs and text. */
export function toRequest(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Pick<Exchange, 'method' | 'url' | 'query' | 'headers' | 'body'> {
  if (input instanceof Request) throw new TypeError('A connector sends no Request object.');
  const { body = null, method = 'GET', headers } = init ?? {};
  if (body !== null && typeof body !== 'string' && !(body instanceof URLSearchParams)) {
    throw new TypeError('A connector sends text only.');
  }
  const url = new URL(input);
  return {
    method,
    url,
    query: url.search.slice(1),
    headers: new Headers(headers),
    body: body === null ? null : String(body),
  };
}

/** Creates a text response without the recorded encoding and length headers, which are not valid any more. */
export function toResponse(
  status: number,
  text: string,
  headers: Headers = new Headers(),
): Response {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) {
    kept.delete(name);
  }
  return new Response(text, { status, headers: kept });
}
