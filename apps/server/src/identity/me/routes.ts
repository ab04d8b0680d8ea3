import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { negotiateLanguage, Problem } from '../../platform/http/problem.ts';
import { accountScope } from '../../platform/http/scopes.ts';
import type { VerifiedToken } from '../tokens/access-tokens.ts';
import { parseEmail } from '../login-area/account-form-routes.ts';
import { authenticateBearer } from '../tokens/bearer.ts';
import {
  freshSignInMaxAgeSeconds,
  type AccountChangeResult,
  type EndSessionResult,
  type OwnAccount,
} from './own-account.ts';
import { HashingBusy } from '../passwords/hashing-queue.ts';
import {
  busyProblem,
  mailUnavailable,
  validationProblem,
  passwordProblems,
  tooManyAttempts,
} from '../http/form-problems.ts';

const password = Type.String({ minLength: 1, maxLength: 1024 });
const PasswordBody = Type.Object({
  currentPassword: Type.Optional(Type.String({ maxLength: 1024 })),
  newPassword: password,
});
const EmailBody = Type.Object({
  currentPassword: Type.Optional(Type.String({ maxLength: 1024 })),
  email: Type.String({ maxLength: 320 }),
});
const RemovalBody = Type.Object({
  currentPassword: Type.Optional(Type.String({ maxLength: 1024 })),
});

// Not 401: the session is valid, and the application would sign the user out.
const wrongCurrentPassword = new Problem(422, 'wrong_password', {
  vi: 'Mật khẩu hiện tại không đúng.',
  en: 'Your current password is incorrect.',
});
const freshSignInRequired = new Problem(
  403,
  'fresh_sign_in_required',
  {
    vi: 'Vì an toàn, vui lòng đăng nhập lại rồi thực hiện thay đổi này trong vòng 15 phút.',
    en: 'For your security, sign in again and make this change within 15 minutes.',
  },
  { maxAgeSeconds: freshSignInMaxAgeSeconds },
);
const passwordRequired = new Problem(409, 'password_needed', {
  vi: 'Tài khoản này chưa có mật khẩu nên Google là cách đăng nhập duy nhất. Hãy đặt mật khẩu trước (Quên mật khẩu), rồi gỡ liên kết.',
  en: 'This account has no password, so Google is the only way to sign in. Set a password first (Forgot password), then unlink Google.',
});
const googleNotLinked = new Problem(404, 'not_found', {
  vi: 'Tài khoản này không liên kết với Google.',
  en: 'This account isn’t linked to Google.',
});
const sessionNotFound = new Problem(404, 'not_found', {
  vi: 'Phiên đăng nhập này không còn nữa.',
  en: 'This session no longer exists.',
});

/** Registers the API for a user's own account: sessions, password, email address, Google link and removal. */
export async function ownAccountRoutes(
  app: FastifyInstance,
  options: { own: OwnAccount; verify(token: string): Promise<VerifiedToken | null> },
): Promise<void> {
  const { own } = options;
  const basePath = '/api/v1.0/users/me';
  const authenticate = (request: FastifyRequest, reply: FastifyReply) =>
    authenticateBearer(options.verify, accountScope, request, reply);

  // The CORS hook answers preflights, but it runs only where a route exists.
  app.options(basePath, (_request, reply) => reply.callNotFound());

  app.get(`${basePath}/sessions`, async (request, reply) => {
    const items = await own.sessions(await authenticate(request, reply));
    return { items, total: items.length };
  });
  app.delete<{ Params: { id: string } }>(`${basePath}/sessions/:id`, async (request, reply) => {
    const token = await authenticate(request, reply);
    return sendResult(reply, () => own.endSession(token, request.params.id, callerOf(request)));
  });
  app.delete(`${basePath}/sessions`, async (request, reply) => {
    const token = await authenticate(request, reply);
    return sendResult(reply, () => own.endOtherSessions(token, callerOf(request)));
  });

  app.post(`${basePath}/password`, async (request, reply) => {
    const token = await authenticate(request, reply);
    const { body } = request;
    if (!Value.Check(PasswordBody, body)) throw validationProblem({ newPassword: 'required' });
    const { currentPassword = '', newPassword } = body;
    return sendResult(reply, () =>
      own.changePassword(token, { currentPassword, newPassword }, callerOf(request)),
    );
  });
  app.post(`${basePath}/email`, async (request, reply) => {
    const token = await authenticate(request, reply);
    const { body } = request;
    const email = Value.Check(EmailBody, body) ? parseEmail(body.email) : null;
    if (!Value.Check(EmailBody, body) || email === null)
      throw validationProblem({ email: 'invalid' });
    const { currentPassword = '' } = body;
    return sendResult(reply, () =>
      own.changeEmail(token, { currentPassword, email }, callerOf(request)),
    );
  });
  app.get(`${basePath}/google`, async (request, reply) => {
    const token = await authenticate(request, reply);
    return { link: await own.google(token) };
  });
  // POST, because DELETE has no body for the current password.
  app.post(`${basePath}/google/removal`, async (request, reply) => {
    const token = await authenticate(request, reply);
    const { body } = request;
    if (!Value.Check(RemovalBody, body)) throw validationProblem({ currentPassword: 'required' });
    const { currentPassword = '' } = body;
    return sendResult(reply, () => own.unlinkGoogle(token, { currentPassword }, callerOf(request)));
  });
  app.post(`${basePath}/removal`, async (request, reply) => {
    const token = await authenticate(request, reply);
    const { body } = request;
    if (!Value.Check(RemovalBody, body)) throw validationProblem({ currentPassword: 'required' });
    const { currentPassword = '' } = body;
    return sendResult(reply, () => own.remove(token, { currentPassword }, callerOf(request)));
  });
}

function callerOf(request: FastifyRequest) {
  const language = negotiateLanguage(request.headers['accept-language']);
  return { address: request.ip, requestId: request.id, language };
}

async function sendResult(
  reply: FastifyReply,
  change: () => Promise<AccountChangeResult | EndSessionResult>,
): Promise<FastifyReply> {
  let result: AccountChangeResult | EndSessionResult;
  try {
    result = await change();
  } catch (error) {
    throw error instanceof HashingBusy ? busyProblem(2) : error;
  }
  switch (result.outcome) {
    case 'done':
      return reply.code(204).send();
    case 'sent':
      return reply.code(202).send({ step: 'sent' });
    case 'no_session':
      throw sessionNotFound;
    case 'wrong_password':
      throw wrongCurrentPassword;
    case 'fresh_sign_in_required':
      throw freshSignInRequired;
    case 'mail_unavailable':
      throw mailUnavailable;
    case 'not_linked':
      throw googleNotLinked;
    case 'password_needed':
      throw passwordRequired;
    case 'rate_limited':
      throw tooManyAttempts(result.retryAfterSeconds);
    case 'password_too_short':
    case 'password_too_long':
    case 'password_common':
    case 'password_personal':
      throw passwordProblems[result.outcome];
  }
}
