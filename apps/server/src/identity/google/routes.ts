import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ExternalIdentities } from '../accounts/external-identities.ts';
import type { RememberBrowser } from '../sign-in/known-browsers.ts';
import { findInteraction, loginScreenUrl } from '../protocol/authorization-requests.ts';
import { pageLanguage } from '../http/plain-page.ts';
import type { SecurityLog } from '../http/security-log.ts';
import { interactionExpiredProblem, foreignOriginProblem } from '../http/login-errors.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { ProviderUnavailable } from '../http/provider-client.ts';
import type { GoogleClient } from './google-client.ts';
import { toGoogleProblem, googleProblem, logGoogleUnreachable } from './problems.ts';
import type { createGoogleSignIn } from './sign-in.ts';

export interface GoogleRoutesOptions {
  appOrigin: string;
  identityOrigin: string;
  provider(): Provider;
  signedInWith: RememberBrowser;
  google: {
    /** Null when no Google client is configured. */
    identity: GoogleClient | null;
    attempts: LoginAttempts;
    signIn: ReturnType<typeof createGoogleSignIn>;
    links: Pick<ExternalIdentities, 'accountOf'>;
    security: SecurityLog;
  };
}

const callbackPath = '/oauth/google/callback';

/**
 * Browsers inside other applications, in which Google signs nobody in.
 * @see https://developers.google.com/identity/protocols/oauth2/web-server#authorization-errors-disallowed-useragent
 */
const embeddedBrowser =
  /; wv\)|\b(?:FBAN|FBAV|FB_IAB|Instagram|Zalo|Line|MicroMessenger|BytedanceWebview|musical_ly)\b/;

const field = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
/** What Google's redirect passed to the application's callback route. */
const CallbackBody = Type.Object({ state: field(200), code: field(2048), error: field(200) });

type StartRequest = { Params: { interaction: string }; Querystring: { remember?: unknown } };

/**
 * Sends a login to Google and takes its response. Google redirects to a route of the application; that screen posts
 * code and state to the callback here, so that the secret, the tokens and the checks stay with the identity
 * provider.
 */
export async function googleRoutes(
  app: FastifyInstance,
  options: GoogleRoutesOptions,
): Promise<void> {
  const { appOrigin, identityOrigin } = options;
  const { identity, attempts, signIn, links, security } = options.google;

  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin');
    if (request.headers.origin !== appOrigin) return;
    reply.header('access-control-allow-origin', appOrigin);
    reply.header('access-control-allow-credentials', 'true');
  });

  // Under the interaction's own path the browser sends the interaction's cookie.
  app.get<StartRequest>('/oauth/interaction/:interaction/google', async (request, reply) => {
    const interaction = await findInteraction(options.provider(), request, reply);
    // The interaction's own URL shows the page about what has expired.
    if (!interaction) {
      return reply.redirect(`/oauth/interaction/${encodeURIComponent(request.params.interaction)}`);
    }
    const screenWith = (error: string) =>
      loginScreenUrl(identityOrigin, interaction, request.headers, error).href;
    if (!identity) return reply.redirect(screenWith('google_unavailable'), 303);
    if (embeddedBrowser.test(request.headers['user-agent'] ?? '')) {
      return reply.redirect(screenWith('google_embedded'), 303);
    }
    try {
      const attempt = await attempts.begin(
        reply,
        interaction.uid,
        request.query.remember === 'true',
      );
      return reply.redirect(await identity.authorizationAddress(attempt), 303);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      logGoogleUnreachable(request.log, error, request.id);
      return reply.redirect(screenWith('google_unavailable'), 303);
    }
  });

  app.options(callbackPath, async (request, reply) => {
    if (request.headers.origin !== appOrigin) return reply.code(403).send();
    return reply
      .code(204)
      .header('access-control-allow-methods', 'POST')
      .header('access-control-allow-headers', 'content-type, accept-language')
      .header('access-control-max-age', 3600)
      .send();
  });

  app.post(callbackPath, async (request, reply) => {
    if (request.headers.origin !== appOrigin) throw foreignOriginProblem;
    if (!identity) throw googleProblem('google_not_offered');
    const { body } = request;
    const callback = Value.Check(CallbackBody, body) ? body : {};
    const attempt = await attempts.take(request, reply, callback.state ?? '');
    if (attempt === 'mismatch' || attempt === 'expired') {
      logRefusal(request, attempt === 'expired' ? 'attempt_expired' : 'state');
      throw googleProblem(attempt === 'expired' ? 'google_expired' : 'google_state');
    }
    const interaction = await findActiveInteraction(attempt.interaction);
    if (!interaction) {
      logRefusal(request, 'login_expired');
      throw interactionExpiredProblem;
    }
    const screenWith = (error?: string) =>
      loginScreenUrl(identityOrigin, interaction, request.headers, error).href;
    const screen = screenWith();
    if (callback.error !== undefined || callback.code === undefined) {
      logRefusal(request, 'cancelled');
      if (callback.error === 'access_denied') return { redirectTo: screenWith('google_cancelled') };
      throw googleProblem('google_refused', screen);
    }
    const { codeVerifier, nonce } = attempt;
    const { profile, accessToken } = await identity
      .byCode({ code: callback.code, codeVerifier, nonce })
      .catch((error: unknown) => {
        throw toGoogleProblem(error, {
          log: request.log,
          requestId: request.id,
          logRefusal: (reason) => logRefusal(request, reason),
          signIn: screen,
        });
      });
    const result = await signIn(profile, interaction.uid);
    const event = { event: 'google_sign_in', ...requestFacts(request) } as const;
    switch (result.outcome) {
      case 'signed_in': {
        security({ ...event, result: 'succeeded', reason: result.how, actor: result.accountId });
        // As with a password: this browser stays able to sign in while others guess at the name.
        await options.signedInWith(request, reply, {
          accountId: result.accountId,
          language: pageLanguage(request.headers, interaction.params['ui_locales']),
        });
        interaction.result = { login: { accountId: result.accountId, remember: attempt.remember } };
        await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
        // A new password may unlink Google and cancels the logins that are answered. It may have been set after the link
        // was found, but before this login was answered.
        if ((await links.accountOf(profile)) !== result.accountId) {
          await interaction.destroy();
          throw interactionExpiredProblem;
        }
        // Google's token is for one call of the application, POST /auth/google_login. It is neither stored nor
        // logged.
        return { redirectTo: interaction.returnTo, ...(accessToken !== null && { accessToken }) };
      }
      case 'prove_account':
        security({ ...event, result: 'refused', reason: 'unproven', actor: result.accountId });
        return { redirectTo: screenWith('google_prove') };
      case 'email_unverified':
        logRefusal(request, result.outcome);
        throw googleProblem('google_email_unverified', screen);
      case 'account_closed':
        logRefusal(request, result.outcome, result.accountId);
        throw googleProblem('google_account_closed', screen);
    }
  });

  function logRefusal(request: FastifyRequest, reason: string, actor: string | null = null): void {
    security({
      event: 'google_sign_in',
      result: 'refused',
      reason,
      actor,
      ...requestFacts(request),
    });
  }

  /**
   * Finds the interaction an attempt began in. Its cookie is limited to its own path; the attempt's cookie has
   * proven the browser instead. An interaction bound to a session ends with that session, as it does with its own
   * cookie.
   */
  async function findActiveInteraction(id: string) {
    const interaction = await options.provider().Interaction.find(id);
    const { session } = interaction ?? {};
    if (!session?.uid) return interaction;
    const present = await options.provider().Session.findByUid(session.uid);
    return present && present.accountId === session.accountId ? interaction : undefined;
  }
}

function requestFacts(request: FastifyRequest): { address: string; requestId: string } {
  return { address: request.ip, requestId: request.id };
}
