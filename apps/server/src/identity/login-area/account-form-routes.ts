import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Problem, type Language } from '../../platform/http/problem.ts';
import { linkLifetimesMs } from '../accounts/link-tokens.ts';
import type { FirstAdministrator } from '../registration/first-administrator.ts';
import type { KnownBrowsers } from '../sign-in/known-browsers.ts';
import { pageLanguage } from '../http/plain-page.ts';
import type { Recovery } from '../registration/recovery.ts';
import { callerOf, type Caller } from '../http/security-log.ts';
import {
  createRegistrationCookie,
  registrationSecret,
  type Registration,
} from '../registration/registration.ts';
import {
  findInteractionOfBrowser,
  interactionIdPattern,
  parseReturnPath,
  returnParameter,
} from '../protocol/authorization-requests.ts';
import { isSameOrigin } from '../http/cross-origin.ts';
import type { Unlock } from '../sign-in/sign-in.ts';
import {
  pageErrorCode,
  isFormPost,
  validationProblem,
  foreignOriginProblem,
  toProblem,
} from '../http/login-errors.ts';
import { generateSecret, secretPattern } from '../../platform/secrets.ts';
import { createTypedTextCookie } from './typed-text.ts';

interface AccountFormRoutesOptions {
  appOrigin: string;
  identityOrigin: string;
  provider(): Provider;
  registration: Registration;
  recovery: Recovery;
  unlock: Unlock;
  firstAdministrator: FirstAdministrator;
  browsers: KnownBrowsers;
}

const field = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const commonFields = { interaction: field(64), language: field(2) };
const RegisterBody = Type.Object({
  email: field(320),
  name: field(200),
  password: field(1024),
  /** The version of the privacy notice that the form displays. */
  privacy: field(32),
  ...commonFields,
});
const ForgotBody = Type.Object({ email: field(320), ...commonFields });
/** Checkboxes are encoded as a form without script posts them. */
const ResetBody = Type.Object({
  token: field(64),
  password: field(1024),
  google: Type.Optional(Type.Enum(['keep', 'remove'])),
  revoke_access: field(8),
  ...commonFields,
});
const FirstAdministratorBody = Type.Object({
  email: field(320),
  name: field(200),
  password: field(1024),
  token: field(64),
  ...commonFields,
});
const UnlockBody = Type.Object({ token: field(64), ...commonFields });
const VerifyBody = Type.Object({ token: field(64), password: field(1024), ...commonFields });

type FormBody = { interaction?: string; language?: string; token?: string };

/** Result of a form: a redirect, or the next step of the same page. */
type FormResult = { redirectTo: string } | { step: 'sent' | 'done' };

/** The HTML standard's "valid e-mail address", with at least one dot in the domain. */
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

/** Returns the trimmed email address; null when it is invalid. */
export function parseEmail(text: string): string | null {
  const trimmed = text.trim();
  return trimmed.length <= 254 && emailPattern.test(trimmed) ? trimmed : null;
}

/**
 * Registers the login area's forms: registration, email confirmation, password reset, unlock and first
 * administrator.
 */
export async function accountFormRoutes(
  app: FastifyInstance,
  options: AccountFormRoutesOptions,
): Promise<void> {
  const { identityOrigin, registration, recovery } = options;
  const cookie = createRegistrationCookie(identityOrigin);
  const typedTextCookie = createTypedTextCookie(identityOrigin);
  await app.register(formbody, { bodyLimit: 16 * 1024 });

  addFormRoute('/register', '/register', RegisterBody, async (body, caller, request, reply) => {
    const { email, name, password } = parseNewAccount(body);
    const browser = registrationSecret(cookie, request) || generateSecret();
    const interaction = readInteractionId(body);
    const result = await registration.register(
      {
        email,
        name,
        password,
        browser,
        interaction,
        returnPath: await findReturnPath(interaction),
        privacyVersion: body.privacy ?? '',
      },
      caller,
    );
    if (result.outcome === 'sent') {
      cookie.write(reply, browser, linkLifetimesMs.registration / 1000);
      return { step: 'sent' };
    }
    throw toProblem(result);
  });

  addFormRoute('/forgot-password', '/forgot-password', ForgotBody, async (body, caller) => {
    const email = parseEmail(body.email ?? '');
    if (email === null)
      throw validationProblem({ email: body.email?.trim() ? 'invalid' : 'required' });
    const result = await recovery.forgot({ email, interaction: readInteractionId(body) }, caller);
    if (result.outcome === 'sent') return { step: 'sent' };
    throw toProblem(result);
  });

  for (const [address, act] of [
    ['/reset-password', recovery.reset],
    ['/undo-email', recovery.undoEmail],
  ] as const) {
    addFormRoute(address, address, ResetBody, async (body, caller) => {
      const { password = '', google, revoke_access: revoke } = body;
      if (password === '') throw validationProblem({ password: 'required' });
      const reset = {
        secret: readSecret(body),
        password,
        google,
        revokeReportAccess: revoke === 'on',
      };
      const result = await act(reset, caller);
      if (result.outcome === 'done') return { step: 'done' };
      throw toProblem(result);
    });
  }

  addFormRoute(
    '/first-administrator',
    '/first-administrator',
    FirstAdministratorBody,
    async (body, caller) => {
      const newAccount = { secret: readSecret(body), ...parseNewAccount(body) };
      const result = await options.firstAdministrator.create(newAccount, caller);
      if (result.outcome === 'done') return { step: 'done' };
      throw toProblem(result);
    },
  );

  addFormRoute('/unlock', '/unlock', UnlockBody, async (body, caller, request, reply) => {
    const result = await options.unlock.unlock(readSecret(body), caller);
    if (result.outcome !== 'done') throw toProblem(result);
    // The user has just proven the mailbox, so further guesses at the account do not lock out this browser.
    await options.browsers.remember(request, reply, result.accountId);
    return { step: 'done' };
  });

  // Under the interaction's own path the browser sends the interaction's cookie.
  for (const address of ['/verify-email', '/oauth/interaction/:interaction/verify-email']) {
    addFormRoute(address, '/verify-email', VerifyBody, async (body, caller, request, reply) => {
      const confirmation = {
        secret: readSecret(body),
        browser: registrationSecret(cookie, request),
        password: body.password ?? '',
      };
      const result = await registration.confirm(confirmation, caller);
      if (result.outcome === 'email_changed') return { step: 'done' };
      if (result.outcome !== 'registered') throw toProblem(result);
      cookie.clear(reply);
      const redirectTo = await continueLogin(request, reply, result);
      return redirectTo === null ? { step: 'done' } : { redirectTo };
    });
  }

  function addFormRoute<Schema extends TSchema>(
    address: string,
    page: string,
    schema: Schema,
    act: (
      body: Static<Schema>,
      caller: Caller,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => Promise<FormResult>,
  ): void {
    app.post(address, async (request, reply) => {
      if (!isSameOrigin(request.headers, identityOrigin)) throw foreignOriginProblem;
      const { body } = request;
      const isForm = isFormPost(request);
      const values = readPageValues(body);
      try {
        if (!Value.Check(schema, body)) throw validationProblem({});
        const language: Language =
          values.language === 'vi' || values.language === 'en'
            ? values.language
            : pageLanguage(request.headers);
        const outcome = await act(body, callerOf(request, language), request, reply);
        if (!isForm) return await reply.send(outcome);
        if ('redirectTo' in outcome) return await reply.redirect(outcome.redirectTo, 303);
        return await reply.redirect(
          pageUrl(page, { ...values, token: '', step: outcome.step }),
          303,
        );
      } catch (error) {
        if (!(error instanceof Problem) || !isForm) throw error;
        typedTextCookie.write(reply, body);
        return reply.redirect(pageUrl(page, { ...values, error: pageErrorCode(error) }), 303);
      }
    });
  }

  /** Returns the path a login was going to. Knowing an interaction's id reveals nothing more than this path. */
  async function findReturnPath(interaction: string): Promise<string | null> {
    if (interaction === '') return null;
    const found = await options.provider().Interaction.find(interaction);
    return parseReturnPath(found?.params[returnParameter], options.appOrigin);
  }

  /** Continues the login the user came from; null when this browser has no cookie for it any more. */
  async function continueLogin(
    request: FastifyRequest,
    reply: FastifyReply,
    { accountId, returnPath }: { accountId: string; returnPath: string | null },
  ): Promise<string | null> {
    const provider = options.provider();
    if (!(await findInteractionOfBrowser(provider, request, reply))) return null;
    return provider.interactionResult(request.raw, reply.raw, {
      login: { accountId, remember: false, amr: ['pwd'] },
      beginAt: returnPath ?? '/',
    });
  }

  function pageUrl(page: string, values: Record<string, string>): string {
    const url = new URL(page, identityOrigin);
    for (const [name, value] of Object.entries(values)) {
      if (value !== '') url.searchParams.set(name === 'language' ? 'ui_locales' : name, value);
    }
    return url.href;
  }
}

/** Parses the fields of a new account. @throws Problem with the faulty fields */
function parseNewAccount(body: { email?: string; name?: string; password?: string }) {
  const email = parseEmail(body.email ?? '');
  const name = (body.name ?? '').replace(/\p{Cc}/gu, ' ').trim();
  const { password = '' } = body;
  const faults = {
    ...(email === null && { email: body.email?.trim() ? 'invalid' : 'required' }),
    ...(name === '' && { name: 'required' }),
    ...(password === '' && { password: 'required' }),
  };
  if (email === null || Object.keys(faults).length > 0) throw validationProblem(faults);
  return { email, name, password };
}

const readInteractionId = (body: FormBody) =>
  interactionIdPattern.test(body.interaction ?? '') ? (body.interaction ?? '') : '';

/** Returns '' for a malformed secret: nothing is found for it, and the attempt is logged like any other. */
function readSecret({ token = '' }: FormBody): string {
  return secretPattern.test(token) ? token : '';
}

const PageValues = Type.Object({ ...commonFields, token: field(64) });

/** Returns the values to show the page with again. All are validated, because they go into a URL. */
function readPageValues(body: unknown): { interaction: string; language: string; token: string } {
  const values = Value.Check(PageValues, body) ? body : {};
  const { language = '', token = '' } = values;
  return {
    interaction: readInteractionId(values),
    language: language === 'vi' || language === 'en' ? language : '',
    token: secretPattern.test(token) ? token : '',
  };
}
