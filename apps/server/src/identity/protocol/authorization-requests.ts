import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestLimiter } from '../../platform/http/request-limiter.ts';
import { invalidRequestPage, tooManyRequestsPage } from '../http/error-pages.ts';
import { pageLanguage } from '../http/page-language.ts';
import { plainPageSecurityPolicy, renderPlainPage, type PlainPage } from '../http/plain-page.ts';
import { isFormPost, rateLimitedProblem } from '../http/form-problems.ts';

/** Each request for the login screen stores what it asks for, for an hour. An office behind one address begins fewer logins. */
const maxRequestsPerMinute = 120;

/** Longest values in characters. `state` and `nonce` are kept by the provider and mean nothing to it. */
const maxLengths: Readonly<Record<string, number>> = {
  state: 512,
  nonce: 512,
  redirect_uri: 2048,
  return_to: 2048,
  // A token of ours with all its claims.
  id_token_hint: 4096,
};
const defaultMaxLength = 1024;
const maxParameters = 40;

export interface AuthorizationRequestLimits {
  /** Answers a request that is too large or one too many; undefined for one that may go on. */
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined;
}

/** Keeps requests that anybody may make small and few: each of them is stored. */
export function createAuthorizationRequestLimits(appOrigin: string): AuthorizationRequestLimits {
  const admit = createRequestLimiter(maxRequestsPerMinute);
  return {
    refuse(request, reply) {
      const search = request.raw.url?.split('?', 2)[1] ?? '';
      const parameters = new URLSearchParams(search);
      // A silent request is answered at once, and stores nothing for nobody.
      const seconds = parameters.get('prompt') === 'none' ? 0 : admit(request.ip);
      if (seconds > 0) {
        reply.header('retry-after', seconds);
        return sendPage(request, reply, 429, tooManyRequestsPage(rateLimitedProblem(seconds).text));
      }
      return isWithinLimits(parameters)
        ? undefined
        : sendPage(request, reply, 400, invalidRequestPage(appOrigin));
    },
  };
}

function isWithinLimits(parameters: URLSearchParams): boolean {
  const all = [...parameters];
  return (
    all.length <= maxParameters &&
    all.every(([name, value]) => value.length <= (maxLengths[name] ?? defaultMaxLength))
  );
}

function sendPage(request: FastifyRequest, reply: FastifyReply, status: number, page: PlainPage) {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', plainPageSecurityPolicy([]))
    .send(renderPlainPage({ ...page, reference: request.id }, pageLanguage(request.headers)));
}

/**
 * Form posts to the authorization and logout endpoints (OpenID Connect Core 3.1.2.1, RP-Initiated Logout 2) go on as the
 * GET request of the same parameters. The session's cookie is `SameSite=Lax`: a browser leaves it out of a post from
 * another site and sends it with the navigation that follows. Such posts come from other origins by their nature and do
 * no more than a link does, so they are not held to the origin of our own forms.
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
        return sendPage(request, reply, 400, invalidRequestPage(appOrigin));
      }
      return reply.redirect(`${identityOrigin}${path}?${parameters.toString()}`, 303);
    });
  }
}

/** A parameter that comes twice stays so: the library refuses it. */
function toSearchParams(body: unknown): URLSearchParams {
  const parameters = new URLSearchParams();
  const fields: [string, unknown][] =
    typeof body === 'object' && body !== null ? Object.entries(body) : [];
  for (const [name, value] of fields) {
    for (const each of [value].flat()) if (typeof each === 'string') parameters.append(name, each);
  }
  return parameters;
}
