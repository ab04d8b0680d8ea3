import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { createRequestLimiter } from '../../platform/http/limits/request-limiter.ts';
import { invalidRequestPage, tooManyRequestsPage, isFormPost } from '../http/login-errors.ts';
import { chosenLanguage, pageLanguage, sendPlainPage, type PlainPage } from '../http/plain-page.ts';
import { rateLimitedProblem } from '../../platform/http/problem.ts';

/**
 * Each request for the login screen is stored for an hour. An office behind one address starts fewer logins than
 * this.
 */
const maxRequestsPerMinute = 120;

/** Maximum lengths, in characters. `state` and `nonce` are stored, but opaque to the provider. */
const maxLengths: Readonly<Record<string, number>> = {
  state: 512,
  nonce: 512,
  redirect_uri: 2048,
  return_to: 2048,
  // One of our tokens with all claims.
  id_token_hint: 4096,
};
const defaultMaxLength = 1024;
const maxParameters = 40;

interface AuthorizationRequestLimits {
  /** Answers a request that is too large or rate limited; returns undefined for any other. */
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined;
}

/**
 * Limits size and rate of authorization requests, which anyone may send and which are stored. Their responses are pages,
 * because a browser navigates to them.
 */
export function createAuthorizationRequestLimits(appOrigin: string): AuthorizationRequestLimits {
  const limiter = createRequestLimiter(maxRequestsPerMinute);
  return {
    refuse(request, reply) {
      const parameters = new URLSearchParams(splitQuery(request.raw.url ?? '').search);
      // A silent request is answered at once, and stores nothing when no user is signed in.
      const seconds = parameters.get('prompt') === 'none' ? 0 : limiter.count(request.ip);
      if (seconds > 0) {
        reply.header('retry-after', seconds);
        const page = tooManyRequestsPage(rateLimitedProblem(seconds).text);
        return refuse(request, reply, parameters, 429, page);
      }
      return isWithinLimits(parameters)
        ? undefined
        : refuse(request, reply, parameters, 400, invalidRequestPage(appOrigin));
    },
  };
}

/** Splits a URL at its first question mark. A query may contain further ones (RFC 3986, section 3.4). */
export function splitQuery(url: string): { path: string; search: string } {
  const [path = ''] = url.split('?', 1);
  return { path, search: url.slice(path.length + 1) };
}

function isWithinLimits(parameters: URLSearchParams): boolean {
  const all = [...parameters];
  return (
    all.length <= maxParameters &&
    all.every(([name, value]) => value.length <= (maxLengths[name] ?? defaultMaxLength))
  );
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: URLSearchParams | null,
  status: number,
  page: PlainPage,
): FastifyReply {
  const uiLocales = parameters?.get('ui_locales');
  return sendPlainPage(request, reply, status, { ...page, reference: request.id }, { uiLocales });
}

/**
 * Redirects form posts to the authorization and logout endpoints (OpenID Connect Core 3.1.2.1, RP-Initiated Logout
 * 2) to the GET request with the same parameters. The session cookie is `SameSite=Lax`: browsers omit it from a
 * post of another site and send it with the navigation that follows. Such posts come from other origins by design
 * and do no more than a link, so the origin check of our own forms does not apply.
 */
export async function redirectPostedRequests(
  app: FastifyInstance,
  { appOrigin, identityOrigin }: { appOrigin: string; identityOrigin: string },
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: 16 * 1024 });
  for (const path of ['/oauth/authorize', '/oauth/logout']) {
    app.post<{ Body: unknown }>(path, async (request, reply) => {
      const parameters = isFormPost(request) ? toSearchParams(request.body) : null;
      if (!parameters || !isWithinLimits(parameters)) {
        return refuse(request, reply, parameters, 400, invalidRequestPage(appOrigin));
      }
      return reply.redirect(`${identityOrigin}${path}?${parameters.toString()}`, 303);
    });
  }
}

/** Keeps repeated parameters, which the library rejects. */
function toSearchParams(body: unknown): URLSearchParams {
  const parameters = new URLSearchParams();
  const fields: [string, unknown][] =
    typeof body === 'object' && body !== null ? Object.entries(body) : [];
  for (const [name, value] of fields) {
    for (const each of [value].flat()) if (typeof each === 'string') parameters.append(name, each);
  }
  return parameters;
}

/**
 * Parameter of the authorization request: the id of the reporting tool that sent the seller. The login area shows the
 * name that is configured for it; an unknown id has no effect.
 */
export const reportingToolParameter = 'reporting_tool';

/**
 * Parameter of the authorization request: the application page to return to. The application remembers the page in
 * the tab that started the login; an emailed link may open in another tab.
 */
export const returnParameter = 'return_to';

const maxPathLength = 2048;

/**
 * Parses a path of the application's origin, such as `/page?with=search#and-hash`; null for anything that leads
 * elsewhere.
 */
export function parseReturnPath(given: unknown, appOrigin: string): string | null {
  if (typeof given !== 'string' || given.length > maxPathLength || !given.startsWith('/'))
    return null;
  if (!URL.canParse(given, appOrigin)) return null;
  const url = new URL(given, appOrigin);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Resolving dot segments can leave a leading `//`, which the next parser would read as another host.
  return url.origin === appOrigin && !path.startsWith('//') ? path : null;
}

/** Format of the protocol library's interaction ids; anything else counts as none. */
export const interactionIdPattern = /^[\w-]{20,64}$/;

/** Returns the interaction of this browser's cookie; null when it has none. */
export async function findInteractionOfBrowser(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

/** Returns the interaction of a URL, or null. The interaction's cookie is the proof; the URL only names it. */
export async function findInteraction(
  provider: Provider,
  request: FastifyRequest<{ Params: { interaction: string } }>,
  reply: FastifyReply,
) {
  const found = await findInteractionOfBrowser(provider, request, reply);
  return found?.uid === request.params.interaction ? found : null;
}

/**
 * Returns the URL of the login screen of an interaction, in the request's language unless the user chose another.
 * @param error code that the screen explains
 */
export function loginScreenUrl(
  identityOrigin: string,
  interaction: { uid: string; params: Record<string, unknown> },
  headers: FastifyRequest['headers'],
  error?: string,
): URL {
  const screen = new URL('/oauth/authorize', identityOrigin);
  screen.searchParams.set('interaction', interaction.uid);
  const { ui_locales: language, login_hint: hint } = interaction.params;
  if (typeof hint === 'string') screen.searchParams.set('login_hint', hint);
  const tool = interaction.params[reportingToolParameter];
  if (typeof tool === 'string') screen.searchParams.set(reportingToolParameter, tool);
  if (language !== undefined && chosenLanguage(headers) === null) {
    screen.searchParams.set('ui_locales', pageLanguage(headers, language));
  }
  if (error !== undefined) screen.searchParams.set('error', error);
  return screen;
}
