import type { Http } from '../src/platform/http/http.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls a route with a bearer token. Returns the status and the parsed body; an empty body as `{}`. */
export async function callJson(
  { app }: Http,
  token: string,
  method: Method,
  url: string,
  payload?: object,
  language = 'en',
) {
  const answer = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
    ...(payload && { payload }),
  });
  const body: unknown = answer.body === '' ? {} : answer.json();
  return { status: answer.statusCode, body };
}
