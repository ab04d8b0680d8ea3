import { hash, randomBytes } from 'node:crypto';
import { appOrigin } from './origins.ts';
import {
  demoPassword,
  openLoginScreen,
  postLogin,
  readContinuation,
  type Browser,
} from './browser.ts';

/** The metadata document of the client of an assistant. */
export const assistantDocument = {
  client_id: 'https://assistant.test/client.json',
  client_name: 'Trợ lý <b>',
  redirect_uris: ['http://127.0.0.1/callback', 'https://assistant.test/back'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};
const { client_id: clientId } = assistantDocument;
const resource = `${appOrigin}/mcp`;
export const assistantRedirectUri = 'http://127.0.0.1:43117/callback';

/** Answers as the host of the document does. */
export async function fetchAssistantDocument(): Promise<Response> {
  return Response.json(assistantDocument);
}

/** Returns the authorization request of an assistant. */
export function assistantRequest(more: Record<string, string> = {}) {
  const verifier = randomBytes(36).toString('base64url');
  const parameters = new URLSearchParams({
    client_id: clientId,
    redirect_uri: assistantRedirectUri,
    response_type: 'code',
    scope: 'read:reports',
    resource,
    state: 'state-of-16-chars',
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    ...more,
  });
  return { verifier, url: `/oauth/authorize?${parameters.toString()}` };
}

/** Requests the address that a response redirects to. */
export const followRedirect = (browser: Browser, response: Response) =>
  browser.fetch(response.headers.get('location') ?? '');

/** Signs in and returns the consent page. */
export async function openConsent(
  browser: Browser,
  url: string,
): Promise<{ path: string; page: Response }> {
  const interaction = await openLoginScreen(browser, url);
  const login = await postLogin(browser, interaction, {
    username: 'seller@demo.test',
    password: demoPassword,
  });
  return followToConsent(browser, await browser.fetch(await readContinuation(login)));
}

async function followToConsent(
  browser: Browser,
  response: Response,
): Promise<{ path: string; page: Response }> {
  const prompted = await followRedirect(browser, response);
  const path = new URL(prompted.headers.get('location') ?? '', browser.origin).pathname;
  return { path, page: await followRedirect(browser, prompted) };
}

/** Posts the form of the consent page. */
export const postConsent = (browser: Browser, path: string, headers: Record<string, string> = {}) =>
  browser.fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: browser.origin,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: '',
  });

/** Allows access and returns the authorization response. */
export async function allowAssistant(browser: Browser, path: string): Promise<URL> {
  const resumed = await followRedirect(browser, await postConsent(browser, path));
  return new URL(resumed.headers.get('location') ?? '');
}

export interface AssistantTokens {
  status: number;
  access_token: string;
  refresh_token: string;
  scope?: string;
  error?: string;
}

export async function requestAssistantTokens(
  origin: string,
  fields: Record<string, string>,
): Promise<AssistantTokens> {
  const response = await fetch(new URL('/oauth/token', origin), {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, resource, ...fields }),
  });
  return { status: response.status, ...JSON.parse(await response.text()) };
}

/** Exchanges the code of an authorization response. */
export const exchangeAssistantCode = (origin: string, response: URL, verifier: string) =>
  requestAssistantTokens(origin, {
    grant_type: 'authorization_code',
    code: response.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: assistantRedirectUri,
  });

export const refreshAssistant = (origin: string, { refresh_token }: AssistantTokens) =>
  requestAssistantTokens(origin, { grant_type: 'refresh_token', refresh_token });

/** Connects an assistant in the session of a browser. */
export async function connectAssistant(browser: Browser): Promise<AssistantTokens> {
  const { verifier, url } = assistantRequest();
  const { path } = await followToConsent(browser, await browser.fetch(url));
  return exchangeAssistantCode(browser.origin, await allowAssistant(browser, path), verifier);
}
