import { listMailbox, type MailboxEmail } from '../../platform/mail/mail-queue.ts';
import { privacyNoticeVersion } from '../accounts/accounts.ts';
import { postJson, type Browser } from './browser.ts';
import type { TestIdentity } from './start-identity.ts';

/** Waits until no email is queued and at least `count` have arrived at an address; returns these, newest first. */
export async function emailsTo(
  running: TestIdentity,
  recipient: string,
  count = 1,
): Promise<MailboxEmail[]> {
  const deadline = Date.now() + 5000;
  for (;;) {
    const waiting = await running.admin('select 1 from platform.mail');
    const found = (await listMailbox(running.database)).filter(({ to }) => to === recipient);
    if (waiting.length === 0 && found.length >= count) return found;
    if (Date.now() > deadline)
      throw new Error(`${found.length} of ${count} emails arrived, ${waiting.length} are queued`);
    await new Promise((next) => setTimeout(next, 20));
  }
}

/** Returns the link in an email. @throws Error when there is none */
export function readLink(email: MailboxEmail | undefined): URL {
  const line = email?.text.split('\n').find((each) => each.startsWith('http'));
  if (line === undefined) throw new Error('The email has no link');
  return new URL(line);
}

export const readToken = (email: MailboxEmail | undefined) =>
  readLink(email).searchParams.get('token') ?? '';

/** Registers an account through the login area. */
export async function registerAccount(
  running: TestIdentity,
  browser: Browser,
  given: { email: string; password: string; name?: string },
): Promise<void> {
  const body = { name: 'Phạm Thu Hà', privacy: privacyNoticeVersion, ...given };
  const response = await postJson(browser, '/register', body);
  if (response.status !== 200) throw new Error(`Registering was answered ${response.status}`);
  const [sentEmail] = await emailsTo(running, given.email);
  const confirmed = await postJson(browser, '/verify-email', { token: readToken(sentEmail) });
  if (confirmed.status !== 200) throw new Error(`Confirming was answered ${confirmed.status}`);
}
