import { AuditList, Credential, Team, type TeamRole } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { callJson } from '../../../test/call-json.ts';
import { auditRoutes } from '../../audit/index.ts';
import { afterAll } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import type { Database } from '../../platform/database/database.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log.ts';
import type { EmailMessage } from '../../platform/mail/mail-queue.ts';
import { createSellers, type Sellers } from '../index.ts';
import {
  createFakeIdentityDirectory,
  type FakeIdentityDirectory,
} from './fake-identity-directory.ts';

export interface TestResponse {
  status: number;
  body: unknown;
}

/** A signed-in browser; its credential changes when the user changes the team. */
export interface SignedInUser {
  name: string;
  token: string;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    language?: string,
  ): Promise<TestResponse>;
  team(): Promise<Team>;
  invite(email: string, role?: TeamRole): Promise<TestResponse>;
  /** Accepts an invitation and continues with the new credential. */
  accept(secret: string): Promise<TestResponse>;
  /** Leaves the team and continues with the credential of the own one. */
  leave(): Promise<TestResponse>;
  /** Returns the summaries of the audit events, newest first. */
  auditSummaries(): Promise<string[]>;
}

export interface TeamFixture {
  directory: FakeIdentityDirectory;
  sellers: Sellers;
  database: Database;
  http: Http;
  /** Number of linked shops by tenant. */
  shops: Map<string, number>;
  signIn(name: string): Promise<SignedInUser>;
  /** Composes the queued emails and empties the queue. Returns all emails so far. */
  composeQueuedEmails(): Promise<EmailMessage[]>;
  /** Returns the secret in the newest email to an address. */
  secretFor(email: string): Promise<string>;
  sql(text: string): Promise<Record<string, unknown>[]>;
}

/** Starts the sellers domain alone, on a database of its own, for the tests of a file. */
export async function startTeamFixture(...names: string[]): Promise<TeamFixture> {
  const { url: databaseUrl, database } = await openTestDatabase({ poolSize: 6 });
  const log = createLog('silent');
  const directory = createFakeIdentityDirectory(...names);
  const shops = new Map<string, number>();
  const sellers = createSellers({
    database,
    directory,
    appOrigin: 'http://app.test',
    countLinkedShops: async (tenantId) => shops.get(tenantId) ?? 0,
  });
  const http = await createHttp({ log, authenticate: sellers.authenticate });
  sellers.routes(http);
  auditRoutes(http, { database, log, account: directory.account });
  await http.app.ready();
  const owner = await connectOwner(databaseUrl);
  afterAll(() => http.app.close());
  const composed: EmailMessage[] = [];

  async function composeQueuedEmails(): Promise<EmailMessage[]> {
    const { rows } = await owner.query<{ data: unknown }>(
      'delete from platform.mail returning data',
    );
    for (const { data } of rows) {
      const composedEmail = await sellers.composeInvitation(data);
      if (composedEmail) composed.push(composedEmail);
    }
    return composed;
  }

  async function signIn(name: string): Promise<SignedInUser> {
    const opened = await http.app.inject({
      method: 'POST',
      url: '/auth/identity_login',
      payload: { accessToken: name },
    });
    const continueAs = (answer: TestResponse) => {
      if (Value.Check(Credential, answer.body)) visitor.token = answer.body.accessToken;
      return answer;
    };
    const visitor: SignedInUser = {
      name,
      token: opened.json<{ accessToken: string }>().accessToken,
      call: (method, url, payload, language) =>
        callJson(http, visitor.token, method, url, payload, language),
      team: async () => Value.Parse(Team, (await visitor.call('GET', '/team')).body),
      invite: (email, role = 'viewer') =>
        visitor.call('POST', '/team/invitations', { email, role }),
      async accept(secret) {
        return continueAs(await visitor.call('POST', '/invitation/accept', { token: secret }));
      },
      leave: async () => continueAs(await visitor.call('POST', '/team/leave')),
      async auditSummaries() {
        const { body } = await visitor.call('GET', '/audit');
        return Value.Parse(AuditList, body).items.map(({ summary }) => summary);
      },
    };
    return visitor;
  }

  return {
    directory,
    sellers,
    database,
    http,
    shops,
    signIn,
    composeQueuedEmails,
    async secretFor(email) {
      const composedEmail = (await composeQueuedEmails()).findLast(({ to }) => to === email);
      const secret = composedEmail && /token=([\w-]+)/.exec(composedEmail.text)?.[1];
      if (!secret) throw new Error(`There is no email to ${email}`);
      return secret;
    },
    sql: async (text) => (await owner.query<Record<string, unknown>>(text)).rows,
  };
}
