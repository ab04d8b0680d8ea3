import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { accountScope } from '../../platform/http/scopes.ts';
import type { VerifiedToken } from '../tokens/access-tokens.ts';
import { parseEmail } from '../login-area/account-form-routes.ts';
import { authenticateBearer } from '../tokens/bearer.ts';
import type { AccountChangeResult, EndSessionResult, OwnAccount } from './own-account.ts';
import { callerOf } from '../http/caller.ts';
import { toProblem, validationProblem } from '../http/form-problems.ts';

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

/** Registers the API for a user's own account: sessions, password, email address, Google link and removal. */
export async function ownAccountRoutes(
  app: FastifyInstance,
  options: { own: OwnAccount; verify(token: string): Promise<VerifiedToken | null> },
): Promise<void> {
  const { own } = options;
  const basePath = '/api/v1.0/users/me';
  const authenticate = (request: FastifyRequest, reply: FastifyReply) =>
    authenticateBearer(options.verify, accountScope, request, reply);

  app.get(`${basePath}/sessions`, async (request, reply) => {
    const items = await own.sessions(await authenticate(request, reply));
    return { items, total: items.length };
  });
  app.delete<{ Params: { id: string } }>(`${basePath}/sessions/:id`, async (request, reply) => {
    const token = await authenticate(request, reply);
    return sendResult(reply, await own.endSession(token, request.params.id, callerOf(request)));
  });
  app.delete(`${basePath}/sessions`, async (request, reply) => {
    const token = await authenticate(request, reply);
    return sendResult(reply, await own.endOtherSessions(token, callerOf(request)));
  });

  app.post(`${basePath}/password`, async (request, reply) => {
    const token = await authenticate(request, reply);
    const { body } = request;
    if (!Value.Check(PasswordBody, body)) throw validationProblem({ newPassword: 'required' });
    const { currentPassword = '', newPassword } = body;
    return sendResult(
      reply,
      await own.changePassword(token, { currentPassword, newPassword }, callerOf(request)),
    );
  });
  app.post(`${basePath}/email`, async (request, reply) => {
    const token = await authenticate(request, reply);
    const { body } = request;
    const email = Value.Check(EmailBody, body) ? parseEmail(body.email) : null;
    if (!Value.Check(EmailBody, body) || email === null)
      throw validationProblem({ email: 'invalid' });
    const { currentPassword = '' } = body;
    return sendResult(
      reply,
      await own.changeEmail(token, { currentPassword, email }, callerOf(request)),
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
    return sendResult(reply, await own.unlinkGoogle(token, { currentPassword }, callerOf(request)));
  });
  app.post(`${basePath}/removal`, async (request, reply) => {
    const token = await authenticate(request, reply);
    const { body } = request;
    if (!Value.Check(RemovalBody, body)) throw validationProblem({ currentPassword: 'required' });
    const { currentPassword = '' } = body;
    return sendResult(reply, await own.remove(token, { currentPassword }, callerOf(request)));
  });
}

async function sendResult(
  reply: FastifyReply,
  result: AccountChangeResult | EndSessionResult,
): Promise<FastifyReply> {
  if (result.outcome === 'done') return reply.code(204).send();
  if (result.outcome === 'sent') return reply.code(202).send({ step: 'sent' });
  throw toProblem(result);
}
