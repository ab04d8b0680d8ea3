import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { AccountStore } from '../accounts/accounts.ts';
import { negotiateLanguage, Problem } from '../../platform/http/problem.ts';
import {
  expiredPage,
  pageErrorCode,
  interactionExpiredProblem,
  invalidCredentialsProblem,
  isFormPost,
  foreignOriginProblem,
  toProblem,
} from '../http/login-errors.ts';
import { pageLanguage, sendPlainPage } from '../http/plain-page.ts';
import { findInteraction, loginScreenUrl } from '../protocol/authorization-requests.ts';
import type { Google } from '../google/index.ts';
import { isFirstParty } from '../tokens/web-client.ts';
import type { KnownBrowsers, RememberBrowser } from '../sign-in/known-browsers.ts';
import { callerOf } from '../http/security-log.ts';
import { isSameOrigin } from '../http/cross-origin.ts';
import type { createSignIn } from '../sign-in/sign-in.ts';
import { createTypedTextCookie } from './typed-text.ts';

interface SignInRoutesOptions {
  appOrigin: string;
  identityOrigin: string;
  /** Called for each request, because the provider is replaced when its keys change. */
  provider(): Provider;
  signIn: ReturnType<typeof createSignIn>;
  browsers: Pick<KnownBrowsers, 'read'>;
  signedInWith: RememberBrowser;
  google: Pick<Google, 'confirmPendingLink'>;
  accounts: Pick<AccountStore, 'isPasswordUnchanged'>;
}

/** Login form as JSON from the page's script, or as form fields from a browser without script. */
const LoginBody = Type.Object({
  username: Type.Optional(Type.String({ maxLength: 320 })),
  password: Type.Optional(Type.String({ maxLength: 1024 })),
  remember: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 8 })])),
});

type LoginRequest = { Params: { interaction: string } };

/** Registers the interaction URLs between an authorization request and its response. */
export async function signInRoutes(
  app: FastifyInstance,
  options: SignInRoutesOptions,
): Promise<void> {
  const { appOrigin, identityOrigin, signIn, browsers } = options;
  const typedTextCookie = createTypedTextCookie(identityOrigin);
  await app.register(formbody, { bodyLimit: 16 * 1024 });

  app.get<LoginRequest>('/oauth/interaction/:interaction', async (request, reply) => {
    const interaction = await findInteraction(options.provider(), request, reply);
    if (!interaction) return sendExpiredPage(request, reply);
    if (interaction.prompt.name === 'consent') {
      const { client_id: clientId } = interaction.params;
      if (typeof clientId !== 'string' || !isFirstParty(clientId)) {
        return reply.redirect(`/oauth/interaction/${interaction.uid}/consent`, 303);
      }
      // Our own front end needs no consent, so a requested consent prompt is granted.
      const next = await options
        .provider()
        .interactionResult(request.raw, reply.raw, { consent: {} });
      return reply.redirect(next, 303);
    }
    return reply.redirect(loginScreenUrl(identityOrigin, interaction, request.headers).href, 303);
  });

  // Leads from the pages around the login back to it. An emailed link may be opened in another browser or much
  // later; the application then starts a new login.
  app.get<LoginRequest & { Querystring: { ui_locales?: unknown } }>(
    '/oauth/interaction/:interaction/sign-in',
    async (request, reply) => {
      const interaction = await findInteraction(options.provider(), request, reply);
      if (!interaction) return reply.redirect(`${appOrigin}/`, 303);
      const screen = loginScreenUrl(identityOrigin, interaction, request.headers);
      const { ui_locales: requestedLanguage } = request.query;
      if (typeof requestedLanguage === 'string')
        screen.searchParams.set('ui_locales', negotiateLanguage(requestedLanguage));
      return reply.redirect(screen.href, 303);
    },
  );

  app.post<LoginRequest>('/oauth/interaction/:interaction/login', async (request, reply) => {
    const isForm = isFormPost(request);
    try {
      const redirectTo = await login(request, reply);
      return isForm ? reply.redirect(redirectTo, 303) : reply.send({ redirectTo });
    } catch (error) {
      if (!isForm || !(error instanceof Problem)) throw error;
      if (error === interactionExpiredProblem) return sendExpiredPage(request, reply);
      const interaction =
        error === foreignOriginProblem
          ? null
          : await findInteraction(options.provider(), request, reply);
      if (!interaction) throw error;
      typedTextCookie.write(reply, request.body);
      const code = pageErrorCode(error);
      return reply.redirect(
        loginScreenUrl(identityOrigin, interaction, request.headers, code).href,
        303,
      );
    }
  });

  async function login(
    request: FastifyRequest<LoginRequest>,
    reply: FastifyReply,
  ): Promise<string> {
    if (!isSameOrigin(request.headers, identityOrigin)) throw foreignOriginProblem;
    const interaction = await findInteraction(options.provider(), request, reply);
    if (!interaction) throw interactionExpiredProblem;
    const { name, password, remember } = parseLogin(request.body);
    const browser = browsers.read(request);
    const language = pageLanguage(request.headers, interaction.params['ui_locales']);
    const caller = callerOf(request, language);
    const result = await signIn({
      name,
      password,
      browser,
      interaction: interaction.uid,
      ...caller,
    });
    if (result.outcome === 'invalid_credentials') throw invalidCredentialsProblem;
    if (result.outcome !== 'signed_in') throw toProblem(result);
    const { accountId, passwordChangedAt } = result;
    await options.signedInWith(request, reply, { accountId, language });
    await options.google.confirmPendingLink(interaction.uid, accountId, caller);
    const redirectTo = await options.provider().interactionResult(request.raw, reply.raw, {
      login: { accountId, remember, amr: ['pwd'] },
    });
    // A new password cancels the logins that are answered. It may have been set after the old one was verified, but
    // before this login was answered.
    if (!(await options.accounts.isPasswordUnchanged(accountId, passwordChangedAt))) {
      await interaction.destroy();
      throw invalidCredentialsProblem;
    }
    return redirectTo;
  }

  const sendExpiredPage = (request: FastifyRequest, reply: FastifyReply) =>
    sendPlainPage(request, reply, 410, expiredPage(appOrigin));
}

function parseLogin(body: unknown): { name: string; password: string; remember: boolean } {
  if (!Value.Check(LoginBody, body)) throw missingCredentialsProblem({});
  const name = body.username?.trim() ?? '';
  const password = body.password ?? '';
  if (name === '' || password === '') {
    throw missingCredentialsProblem({
      ...(name === '' && { username: 'required' }),
      ...(password === '' && { password: 'required' }),
    });
  }
  const { remember = false } = body;
  return {
    name,
    password,
    remember: remember === true || remember === 'true' || remember === 'on' || remember === '1',
  };
}

function missingCredentialsProblem(details: Record<string, string>): Problem {
  return new Problem(
    400,
    'validation',
    {
      vi: 'Vui lòng nhập tên đăng nhập và mật khẩu.',
      en: 'Please enter your username and password.',
    },
    details,
  );
}
