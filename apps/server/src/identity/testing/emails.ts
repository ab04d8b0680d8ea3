import { Value } from 'typebox/value';
import { Type } from 'typebox';
import { listMailbox, type MailboxEmail } from '../../platform/mail/mail-queue.ts';
import { privacyNoticeVersion } from '../accounts/accounts.ts';
import type { Browser } from './browser.ts';
import type { TestIdentity } from './start-identity.ts';

/** Waits until `count` emails have arrived at an address; returns them newest first. */
export async function emailsTo(
  running: TestIdentity,
  recipient: string,
  count = 1,
): Promise<MailboxEmail[]> {
  const deadline = Date.now() + 5000;
  for (;;) {
    const all = await listMailbox(running.database);
    const found = all.filter((email) => email.to === recipient);
    if (found.length >= count) return found;
    if (Date.now() > deadline) throw new Error(`${found.length} of ${count} emails arrived`);
    await new Promise((next) => setTimeout(next, 20));
  }
}

/** Waits until the mail queue is empty; no further email arrives after that. */
export async function waitForMailQueue(running: TestIdentity): Promise<void> {
  const deadline = Date.now() + 5000;
  for (;;) {
    const waiting = await running.admin('select 1 from platform.mail');
    if (waiting.length === 0) return;
    if (Date.now() > deadline) throw new Error('The mail queue does not empty itself');
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

/** Posts a form of the login area like its script. */
export function postJson(
  browser: Browser,
  address: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return browser.fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      origin: browser.origin,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

/** Posts a form like a browser without script. */
export function postForm(
  browser: Browser,
  address: string,
  fields: Record<string, string>,
): Promise<Response> {
  return browser.fetch(address, {
    method: 'POST',
    headers: { origin: 'null', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  });
}

const Continuation = Type.Object({ redirectTo: Type.String() });

/** @throws Error when the response names no redirect */
export async function readContinuation(answer: Response): Promise<string> {
  return Value.Parse(Continuation, await answer.json()).redirectTo;
}

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
