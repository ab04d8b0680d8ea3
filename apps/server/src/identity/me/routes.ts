import { parseEmail } from '../login-area/account-form-routes.ts';
import type { HandleAccountCall } from '../http/account-calls.ts';
import { callerOf } from '../http/security-log.ts';
import { toProblem, validationProblem } from '../http/login-errors.ts';
import type { AccountChangeResult, EndSessionResult, OwnAccount } from './own-account.ts';

/** Registers the calls for a user's own account: sessions, password, email address, Google link and removal. */
export function ownAccountRoutes(handle: HandleAccountCall, own: OwnAccount): void {
  handle('listOwnSessions', async ({ session }) => {
    const items = await own.sessions(session);
    return { items, total: items.length };
  });
  handle('endOwnSession', async ({ session, params, request }) =>
    requireDone(await own.endSession(session, params.sessionId, callerOf(request))),
  );
  handle('endOtherSessions', async ({ session, request }) =>
    requireDone(await own.endOtherSessions(session, callerOf(request))),
  );
  handle('changePassword', async ({ session, body, request }) => {
    const { currentPassword = '', newPassword } = body;
    const passwords = { currentPassword, newPassword };
    return requireDone(await own.changePassword(session, passwords, callerOf(request)));
  });
  handle('changeEmail', async ({ session, body, request }) => {
    const { currentPassword = '' } = body;
    const email = parseEmail(body.email);
    if (email === null) throw validationProblem({ email: 'invalid' });
    const result = await own.changeEmail(session, { currentPassword, email }, callerOf(request));
    requireDone(result);
    return { step: 'sent' };
  });
  handle('readGoogleLink', async ({ session }) => ({ link: await own.google(session) }));
  handle('unlinkGoogle', async ({ session, body: { currentPassword = '' }, request }) =>
    requireDone(await own.unlinkGoogle(session, { currentPassword }, callerOf(request))),
  );
  handle('removeAccount', async ({ session, body: { currentPassword = '' }, request }) =>
    requireDone(await own.remove(session, { currentPassword }, callerOf(request))),
  );
}

function requireDone(result: AccountChangeResult | EndSessionResult): null {
  if (result.outcome === 'done' || result.outcome === 'sent') return null;
  throw toProblem(result);
}
