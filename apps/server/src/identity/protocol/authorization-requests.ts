import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestLimit } from '../../platform/http/request-limiter.ts';
import { refusedPage, tooManyPage } from '../http/error-pages.ts';
import { pageLanguage } from '../http/page-language.ts';
import { plainPagePolicy, renderPlainPage, type PlainPage } from '../http/plain-page.ts';
import { isForm, rateLimited } from '../http/form-problems.ts';

/** Each request for the login screen stores what it asks for, for an hour. An office behind one address begins fewer logins. */
const requestsPerMinute = 120;

/** Longest values in characters. `state` and `nonce` are kept by the provider and mean nothing to it. */
const maxLengths: Readonly<Record<string, number>> = {
  state: 512,
  nonce: 512,
  redirect_uri: 2048,
  return_to: 2048,
  // A token of ours with all its claims.
  id_token_hint: 4096,
};
const maxLength = 1024;
const maxParameters = 40;

export interface AuthorizationRequests {
  /** Answers a request that is too large or one too many; undefined for one that may go on. */
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined;
}

/** Keeps requests that anybody may make small and few: each of them is stored. */
export function createAuthorizationRequests(appOrigin: string): AuthorizationRequests {
  const admit = createRequestLimit(requestsPerMinute);
  return {
    refuse(request, reply) {
      const search = request.raw.url?.split('?', 2)[1] ?? '';
      const parameters = new URLSearchParams(search);
      // A silent request is answered at once, and stores nothing for nobody.
      const seconds = parameters.get('prompt') === 'none' ? 0 : admit(request.ip);
      if (seconds > 0) {
        reply.header('retry-after', seconds);
        return show(request, reply, 429, tooManyPage(rateLimited(seconds).words));
      }
      return fits(parameters) ? undefined : show(request, reply, 400, refusedPage(appOrigin));
    },
  };
}

function fits(parameters: URLSearchParams): boolean {
  const all = [...parameters];
  return (
    all.length <= maxParameters &&
    all.every(([name, value]) => value.length <= (maxLengths[name] ?? maxLength))
  );
}

function show(request: FastifyRequest, reply: FastifyReply, status: number, page: PlainPage) {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', plainPagePolicy([]))
    .send(renderPlainPage({ ...page, reference: request.id }, pageLanguage(request.headers)));
}

/**
 * Form posts to the authorization and logout endpoints (OpenID Connect Core 3.1.2.1, RP-Initiated Logout 2) go on as the
 * GET request of the same parameters. The session's cookie is `SameSite=Lax`: a browser leaves it out of a post from
 * another site and sends it with the navigation that follows. Such posts come from other origins by their nature and do
 * no more than a link does, so they are not held to the origin of our own forms.
 */
export async function postedRequests(
  app: FastifyInstance,
  { appOrigin, identityOrigin }: { appOrigin: string; identityOrigin: string },
): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: 16 * 1024 });
  for (const path of ['/oauth/authorize', '/oauth/logout']) {
    app.post<{ Body: unknown }>(path, async (request, reply) => {
      const parameters = isForm(request) ? parametersOf(request.body) : null;
      if (!parameters || !fits(parameters)) {
        return show(request, reply, 400, refusedPage(appOrigin));
      }
      return reply.redirect(`${identityOrigin}${path}?${parameters.toString()}`, 303);
    });
  }
}

/** A parameter that comes twice stays so: the library refuses it. */
function parametersOf(body: unknown): URLSearchParams {
  const parameters = new URLSearchParams();
  const fields: [string, unknown][] =
    typeof body === 'object' && body !== null ? Object.entries(body) : [];
  for (const [name, value] of fields) {
    for (const each of [value].flat()) if (typeof each === 'string') parameters.append(name, each);
  }
  return parameters;
}
