import { agreedVersion } from '../privacy-notice.ts';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { Problem, type Language } from '../../platform/http/problem.ts';
import { newSecret, secretPattern } from '../accounts/link-tokens.ts';
import type { FirstAdministrator } from '../registration/first-administrator.ts';
import type { KnownBrowsers } from '../sign-in/known-browsers.ts';
import { pageLanguage } from '../http/page-language.ts';
import { HashingBusy } from '../passwords/hashing-queue.ts';
import type { Recovery } from '../registration/recovery.ts';
import type { Caller, Registration } from '../registration/registration.ts';
import { registrationCookie } from './registration-cookie.ts';
import { readReturnPath, returnParameter } from '../http/return-path.ts';
import { isSameOrigin } from '../request-origin.ts';
import { interactionId } from './pages.ts';
import type { Unlock } from '../sign-in/unlock.ts';
import {
  busy,
  codeForPage,
  emailTaken,
  isForm,
  linkExpired,
  mailUnavailable,
  missingFields,
  notSameOrigin,
  passwordProblems,
  rateLimited,
  wrongPassword,
} from '../http/form-problems.ts';

export interface AccountRoutesOptions {
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
const common = { interaction: field(64), language: field(2) };
const RegisterBody = Type.Object({
  email: field(320),
  name: field(200),
  password: field(1024),
  /** The version of the privacy notice that the form names. */
  privacy: field(32),
  ...common,
});
const ForgotBody = Type.Object({ email: field(320), ...common });
/** The checkboxes of the page as a form without script posts them. */
const ResetBody = Type.Object({
  token: field(64),
  password: field(1024),
  google: Type.Optional(Type.Union([Type.Literal('keep'), Type.Literal('remove')])),
  revoke_access: field(8),
  ...common,
});
const FirstBody = Type.Object({
  email: field(320),
  name: field(200),
  password: field(1024),
  token: field(64),
  ...common,
});
const UnlockBody = Type.Object({ token: field(64), ...common });
const VerifyBody = Type.Object({ token: field(64), password: field(1024), ...common });

type PageBody = { interaction?: string; language?: string; token?: string };

/** What a form led to: on to another address, or to the next step of the same page. */
type Outcome = { redirectTo: string } | { step: 'sent' | 'done' };

/** An e-mail address as browsers' own fields have it (HTML, "valid e-mail address"), with a dot in its domain. */
const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

/** @returns null for what is no address. */
export function readEmail(text: string): string | null {
  const trimmed = text.trim();
  return trimmed.length <= 254 && emailPattern.test(trimmed) ? trimmed : null;
}

/** The forms of the login area around the login: register, confirm the address, forgot and reset the password. */
export async function accountRoutes(
  app: FastifyInstance,
  options: AccountRoutesOptions,
): Promise<void> {
  const { identityOrigin, registration, recovery } = options;
  const cookie = registrationCookie(identityOrigin);
  await app.register(formbody, { bodyLimit: 16 * 1024 });

  form('/register', '/register', RegisterBody, async (body, caller, request, reply) => {
    const { email, name, password } = readNewcomer(body);
    const browser = cookie.read(request) || newSecret();
    const interaction = interactionOf(body);
    const result = await registration.register(
      {
        email,
        name,
        password,
        browser,
        interaction,
        returnPath: await returnPathOf(interaction),
        privacyVersion: agreedVersion(body.privacy),
      },
      caller,
    );
    if (result.outcome === 'sent') {
      cookie.write(reply, browser);
      return { step: 'sent' };
    }
    throw problemOf(result);
  });

  form('/forgot-password', '/forgot-password', ForgotBody, async (body, caller) => {
    const email = readEmail(body.email ?? '');
    if (email === null) throw missingFields({ email: body.email?.trim() ? 'invalid' : 'required' });
    const result = await recovery.forgot({ email, interaction: interactionOf(body) }, caller);
    if (result.outcome === 'sent') return { step: 'sent' };
    throw problemOf(result);
  });

  for (const [address, act] of [
    ['/reset-password', recovery.reset],
    ['/undo-email', recovery.undoEmail],
  ] as const) {
    form(address, address, ResetBody, async (body, caller) => {
      const { password = '', google, revoke_access: revoke } = body;
      if (password === '') throw missingFields({ password: 'required' });
      const given = {
        secret: secretOf(body),
        password,
        google,
        revokeReportAccess: revoke === 'on',
      };
      const result = await act(given, caller);
      if (result.outcome === 'done') return { step: 'done' };
      throw problemOf(result);
    });
  }

  form('/first-administrator', '/first-administrator', FirstBody, async (body, caller) => {
    const given = { secret: secretOf(body), ...readNewcomer(body) };
    const result = await options.firstAdministrator.create(given, caller);
    if (result.outcome === 'done') return { step: 'done' };
    throw problemOf(result);
  });

  form('/unlock', '/unlock', UnlockBody, async (body, caller, request, reply) => {
    const result = await options.unlock.unlock(secretOf(body), caller);
    if (result.outcome !== 'done') throw problemOf(result);
    // Whoever guesses on does not keep this browser out: its owner has just proven the mailbox.
    await options.browsers.remember(request, reply, result.accountId);
    return { step: 'done' };
  });

  // Under the interaction's own path the browser sends the interaction's cookie along.
  for (const address of ['/verify-email', '/oauth/interaction/:interaction/verify-email']) {
    form(address, '/verify-email', VerifyBody, async (body, caller, request, reply) => {
      const given = {
        secret: secretOf(body),
        browser: cookie.read(request),
        password: body.password ?? '',
      };
      const result = await registration.confirm(given, caller);
      if (result.outcome === 'email_changed') return { step: 'done' };
      if (result.outcome !== 'registered') throw problemOf(result);
      cookie.clear(reply);
      const redirectTo = await goOn(request, reply, result);
      return redirectTo === null ? { step: 'done' } : { redirectTo };
    });
  }

  function form<Schema extends TSchema>(
    address: string,
    page: string,
    schema: Schema,
    act: (
      body: Static<Schema>,
      caller: Caller,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => Promise<Outcome>,
  ): void {
    app.post(address, async (request, reply) => {
      if (!isSameOrigin(request.headers, identityOrigin)) throw notSameOrigin;
      const { body } = request;
      const byForm = isForm(request);
      const values = pageValues(body);
      try {
        if (!Value.Check(schema, body)) throw missingFields({});
        const language: Language =
          values.language === 'vi' || values.language === 'en'
            ? values.language
            : pageLanguage(request.headers);
        const caller = { address: request.ip, requestId: request.id, language };
        const outcome = await act(body, caller, request, reply);
        if (!byForm) return await reply.send(outcome);
        if ('redirectTo' in outcome) return await reply.redirect(outcome.redirectTo, 303);
        return await reply.redirect(back(page, { ...values, token: '', step: outcome.step }), 303);
      } catch (error) {
        const problem = error instanceof HashingBusy ? busy(2) : error;
        if (!(problem instanceof Problem) || !byForm) throw problem;
        return reply.redirect(back(page, { ...values, error: codeForPage(problem) }), 303);
      }
    });
  }

  /** Where a login was on the way to; whoever knows its id learns no more than that. */
  async function returnPathOf(interaction: string): Promise<string | null> {
    if (interaction === '') return null;
    const found = await options.provider().Interaction.find(interaction);
    return readReturnPath(found?.params[returnParameter], options.appOrigin);
  }

  /** On with the login that the person came from, while this browser still holds it. */
  async function goOn(
    request: FastifyRequest,
    reply: FastifyReply,
    { accountId, returnPath }: { accountId: string; returnPath: string | null },
  ): Promise<string | null> {
    const provider = options.provider();
    try {
      await provider.interactionDetails(request.raw, reply.raw);
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    }
    return provider.interactionResult(request.raw, reply.raw, {
      login: { accountId, remember: false, amr: ['pwd'] },
      beginAt: returnPath ?? '/',
    });
  }

  function back(page: string, values: Record<string, string>): string {
    const url = new URL(page, identityOrigin);
    for (const [name, value] of Object.entries(values)) {
      if (value !== '') url.searchParams.set(name === 'language' ? 'ui_locales' : name, value);
    }
    return url.href;
  }
}

/** Who asks for an account. @throws Problem with what is wrong, by field */
function readNewcomer(body: { email?: string; name?: string; password?: string }) {
  const email = readEmail(body.email ?? '');
  const name = (body.name ?? '').replace(/\p{Cc}/gu, ' ').trim();
  const { password = '' } = body;
  const faults = {
    ...(email === null && { email: body.email?.trim() ? 'invalid' : 'required' }),
    ...(name === '' && { name: 'required' }),
    ...(password === '' && { password: 'required' }),
  };
  if (email === null || Object.keys(faults).length > 0) throw missingFields(faults);
  return { email, name, password };
}

const interactionOf = (body: PageBody) =>
  interactionId.test(body.interaction ?? '') ? (body.interaction ?? '') : '';

/** A secret in another shape than ours is no secret: nothing is found by it, and the attempt is logged like others. */
function secretOf({ token = '' }: PageBody): string {
  return secretPattern.test(token) ? token : '';
}

const PageValues = Type.Object({ ...common, token: field(64) });

/** What a page is to be shown with again; all of it is checked, because it goes into an address. */
function pageValues(body: unknown): { interaction: string; language: string; token: string } {
  const given = Value.Check(PageValues, body) ? body : {};
  const { language = '', token = '' } = given;
  return {
    interaction: interactionOf(given),
    language: language === 'vi' || language === 'en' ? language : '',
    token: secretPattern.test(token) ? token : '',
  };
}

type Failure = {
  outcome:
    | keyof typeof passwordProblems
    | 'link_expired'
    | 'email_taken'
    | 'invalid_credentials'
    | 'mail_unavailable'
    | 'rate_limited';
  retryAfterSeconds?: number;
};

function problemOf({ outcome, retryAfterSeconds = 60 }: Failure): Problem {
  switch (outcome) {
    case 'link_expired':
      return linkExpired;
    case 'email_taken':
      return emailTaken;
    case 'invalid_credentials':
      return wrongPassword;
    case 'mail_unavailable':
      return mailUnavailable;
    case 'rate_limited':
      return rateLimited(retryAfterSeconds);
    case 'password_too_short':
    case 'password_too_long':
    case 'password_common':
    case 'password_personal':
      return passwordProblems[outcome];
  }
}
