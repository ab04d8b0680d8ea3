import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../../platform/http/problem.ts';
import { emailKinds } from '../emails/emails.ts';
import { linkLifetimesMs } from '../accounts/link-tokens.ts';
import type { AccountDependencies } from '../registration/registration.ts';
import { describeUserAgent } from '../../platform/http/user-agent.ts';

/** Marks a browser as known after a sign-in, and emails the owner if the account already has other known browsers. */
export type RememberBrowser = (
  request: FastifyRequest,
  reply: FastifyReply,
  about: { accountId: string; language: Language },
) => Promise<void>;

/**
 * The first sign-in of an account, and the first after a password change, send no email, because no browser is
 * known then. At most five emails are sent a day, for users whose browser deletes its cookies.
 */
export function createRememberBrowser(
  dependencies: Pick<AccountDependencies, 'database' | 'accounts' | 'browsers' | 'limits' | 'mail'>,
): RememberBrowser {
  const { database, accounts, browsers, limits, mail } = dependencies;
  return async (request, reply, { accountId, language }) => {
    if ((await browsers.remember(request, reply, accountId)) !== 'new' || !mail.available) return;
    const email = (await accounts.find(accountId))?.email;
    if (!email || !(await limits.admitNewBrowserEmail(accountId))) return;
    const browser = describeUserAgent(request.headers['user-agent'] ?? '');
    const data = { email, language, browser, address: request.ip, at: new Date() };
    await database.transaction((tx) =>
      mail.queue(tx, emailKinds.newBrowser, data, linkLifetimesMs.registration),
    );
    mail.wake();
  };
}
