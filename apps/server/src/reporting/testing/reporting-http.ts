import { CreatedReportAccess } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { afterAll } from 'vitest';
import { callJson } from '../../../test/call-json.ts';
import { testSession } from '../../../test/test-session.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log.ts';
import {
  createReportAuthenticator,
  type VerifyAssistantToken,
} from '../access/authenticate-tool.ts';
import { listRoutes } from '../lists/routes.ts';
import { reportingRoutes } from '../routes.ts';
import { createSampleTenant, type SampleTenant } from './sample-tenant.ts';
import { noPictures } from './no-pictures.ts';

export interface ReportingHttp {
  http: Http;
  /** Account ids by bearer token: `viewer`, `member` and `owner` of the team, `stranger` of another one. */
  accounts: Record<'viewer' | 'member' | 'owner' | 'stranger', string>;
  /** Whether every account has just signed in. */
  signIns: { fresh: boolean };
  /** Creates a report access and returns its secret. */
  newTool(name?: string): Promise<{ login: string; secret: string; id: string }>;
}

/**
 * Creates sample shops and serves the reporting routes for them until the tests of the file are over.
 * @param orderCount number of orders per shop
 * @param dependencies replace those of the sample shops
 */
export async function startReporting(
  orderCount: number,
  dependencies: Partial<SampleTenant['dependencies']> = {},
): Promise<{ shops: SampleTenant; reporting: ReportingHttp }> {
  const sample = await createSampleTenant(orderCount);
  const shops = { ...sample, dependencies: { ...sample.dependencies, ...dependencies } };
  const reporting = await createReportingHttp(shops);
  afterAll(() => reporting.http.app.close());
  return { shops, reporting };
}

/** Serves the reporting routes for sample shops, without the rest of the program. */
export async function createReportingHttp(
  shops: SampleTenant,
  lookerStudioConnector: string | null = null,
  verifyAssistantToken?: VerifyAssistantToken,
): Promise<ReportingHttp> {
  const accounts = {
    viewer: crypto.randomUUID(),
    member: crypto.randomUUID(),
    owner: crypto.randomUUID(),
    stranger: crypto.randomUUID(),
  };
  const signIns = { fresh: true };
  const elsewhere = crypto.randomUUID();
  const session = (token: keyof typeof accounts) =>
    testSession({
      tenantId: token === 'stranger' ? elsewhere : shops.tenantId,
      accountId: accounts[token],
      role: token === 'stranger' ? 'owner' : token,
    });
  // The clock by which an access is created and expires.
  const { now } = shops.dependencies;
  const admission = createReportAuthenticator(shops.database, now, verifyAssistantToken);
  const http = await createHttp({
    log: createLog('silent'),
    authenticate: async (token) =>
      token === 'viewer' || token === 'member' || token === 'owner' || token === 'stranger'
        ? session(token)
        : null,
    admitTool: admission.tool,
  });
  reportingRoutes(http, {
    ...shops.dependencies,
    admission,
    isSignInFresh: async () => signIns.fresh,
    pictures: noPictures,
    lookerStudioConnector,
    log: createLog('silent'),
    appOrigin: 'https://app.test',
    assistantIssuer: 'https://id.test',
    account: async (accountId) => {
      if (accountId === accounts.owner) return { name: 'Lan', email: 'lan@shop.test' };
      return accountId === accounts.member ? { name: null, email: 'minh@shop.test' } : null;
    },
  });
  listRoutes(http, {
    database: shops.database,
    log: createLog('silent'),
    pictures: noPictures,
    readRawResponses: async () => [],
  });
  return {
    http,
    accounts,
    signIns,
    async newTool(name = 'Power BI') {
      const { body } = await callJson(http, 'owner', 'POST', '/reports/access', { name });
      const { access, secret } = Value.Parse(CreatedReportAccess, body);
      return { login: access.login ?? '', secret, id: access.id };
    },
  };
}
