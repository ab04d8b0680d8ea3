/** The Graph API: users, ad accounts, objects and insights. */
import type { FaultRule } from '../../faults/faults.ts';
import { adAccounts, findAccount, findUser } from '../ads/accounts.ts';
import type { AdAccount } from '../ads/accounts.ts';
import { GraphError, invalidParameter, objectNotFound } from '../errors.ts';
import type { FacebookGrant } from '../auth/grants.ts';
import { readInsightsQuery } from './insights-query.ts';
import type { InsightsQuery, Level } from './insights-query.ts';
import { insightsRows } from './insights.ts';
import {
  accountFields,
  adFields,
  adSetFields,
  campaignFields,
  knownAccounts,
  pickFields,
  statusFilter,
} from './objects.ts';
import { readNames, paginate } from './parameters.ts';
import type { FacebookPlatform } from '../platform.ts';
import { assertCompleted, reportFields } from './report-runs.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface GraphCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Without version and trailing slash: `act_1/insights`. */
  readonly path: string;
  /** URL of the call without its query. */
  readonly address: string;
  readonly parameters: URLSearchParams;
  readonly grant: FacebookGrant;
  readonly matchedFaults: readonly FaultRule[];
}

const maxRows = 500;

function page<T>(call: GraphCall, rows: readonly T[], view: (row: T) => Json): Json {
  return paginate(rows, view, {
    parameters: call.parameters,
    maxRows,
    address: call.address,
    shortened: call.matchedFaults.some(({ kind }) => kind === 'truncated_page'),
  });
}

function mayRead(grant: FacebookGrant, account: AdAccount): void {
  const isGranted = grant.scopes.includes('ads_read') || grant.scopes.includes('ads_management');
  if (isGranted && grant.accounts.includes(account.accountId)) return;
  throw new GraphError({
    code: 200,
    message: '(#200) Ad account owner has NOT grant ads_management or ads_read permission',
    status: 403,
  });
}

function needsAdsRead(grant: FacebookGrant): void {
  if (grant.scopes.includes('ads_read') || grant.scopes.includes('ads_management')) return;
  throw new GraphError({
    code: 200,
    message: '(#200) Requires either ads_read or ads_management permission to manage the object',
    status: 403,
  });
}

async function answerMe(platform: FacebookPlatform, call: GraphCall): Promise<Json> {
  const { grant, parameters } = call;
  const user = findUser(grant.userId);
  if (user === undefined) throw objectNotFound(grant.userId);
  const edge = call.path.split('/')[1];
  const fields = readNames(parameters, 'fields');
  if (edge === undefined) {
    const all = { id: user.id, name: user.account.owner, email: user.account.email };
    return pickFields(all, fields, ['name']);
  }
  if (edge === 'permissions') {
    if (call.method === 'DELETE') {
      platform.grants.revoke(user.id);
      await platform.parts.saveState();
      return { success: true };
    }
    const rows = [
      ...grant.scopes.map((permission) => ({ permission, status: 'granted' })),
      ...grant.declined.map((permission) => ({ permission, status: 'declined' })),
    ];
    return { data: rows };
  }
  if (edge !== 'adaccounts') throw objectNotFound(edge);
  needsAdsRead(grant);
  const accounts = knownAccounts(grant.accounts);
  return page(call, accounts, (account) => accountView(platform, account, fields));
}

function accountView(
  platform: FacebookPlatform,
  account: AdAccount,
  fields: readonly string[],
): Json {
  const { world, clock } = platform.parts;
  const now = clock.now();
  const spent = fields.includes('amount_spent')
    ? world
        .days(account, world.firstDay, Math.floor(now / 86_400) + 1, now)
        .reduce((sum, { delivery }) => sum + delivery.spendE4, 0n)
    : 0n;
  return pickFields(accountFields(account, world, spent), fields, ['account_id']);
}

function answerEdge(
  platform: FacebookPlatform,
  call: GraphCall,
  account: AdAccount,
  edge: string,
  within: { readonly campaign?: string; readonly adSet?: string },
): Json {
  const campaigns = platform.parts.world
    .campaigns(account)
    .filter(({ id }) => within.campaign === undefined || id === within.campaign);
  const isWanted = statusFilter(call.parameters, edge);
  const fields = readNames(call.parameters, 'fields');
  const adSets = campaigns.flatMap((campaign) =>
    campaign.adSets
      .filter(({ id }) => within.adSet === undefined || id === within.adSet)
      .map((adSet) => ({ account, campaign, adSet })),
  );
  const rowsOf = (): readonly Json[] => {
    if (edge === 'campaigns') {
      return campaigns.map((campaign) => campaignFields({ account, campaign }));
    }
    if (edge === 'adsets') return adSets.map(adSetFields);
    if (edge === 'ads') {
      return adSets.flatMap((placed) => placed.adSet.ads.map((ad) => adFields({ ...placed, ad })));
    }
    throw objectNotFound(edge);
  };
  return page(call, rowsOf().filter(isWanted), (row) => pickFields(row, fields));
}

function refuseTooMuch(platform: FacebookPlatform, query: InsightsQuery): void {
  const isFine =
    typeof query.increment !== 'number' || query.level === 'account' || query.level === 'campaign';
  if (isFine || query.to - query.from + 1 <= platform.options.maxDaysAtOnce) return;
  throw new GraphError({
    code: 1,
    message: "Please reduce the amount of data you're asking for, then retry your request",
    status: 500,
  });
}

async function answerInsights(
  platform: FacebookPlatform,
  call: GraphCall,
  account: AdAccount,
  node: Level,
): Promise<Json> {
  const { world, clock } = platform.parts;
  const now = clock.now();
  const query = readInsightsQuery(call.parameters, account, node, now);
  if (call.method === 'GET') {
    refuseTooMuch(platform, query);
    return page(call, insightsRows(world, account, query, now), (row) => row);
  }
  const parameters = new URLSearchParams(call.parameters);
  for (const secret of ['access_token', 'appsecret_proof', 'appsecret_time']) {
    parameters.delete(secret);
  }
  const isTooMuch =
    query.level !== 'account' &&
    query.increment !== null &&
    query.to - query.from + 1 > platform.options.maxDaysInReport;
  const chosen = call.matchedFaults.find(
    ({ kind, code }) => kind === 'api_error' && code?.[0] === '-',
  );
  const [code = -2, subcode = 2_490_547] = (chosen?.code ?? '').split('/').map(Number);
  const failure = isTooMuch
    ? { code: -3, subcode: 1_504_045, message: 'The report is too large' }
    : chosen
      ? { code, subcode, message: 'The job failed' }
      : null;
  const begunMs = Date.now();
  const run = platform.reports.start({
    accountId: account.accountId,
    parameters: parameters.toString(),
    node,
    startedAt: now,
    begunMs,
    readyMs: begunMs + platform.options.reportMs,
    firstDay: query.from,
    lastDay: query.to,
    failure,
  });
  await platform.parts.saveState();
  return { report_run_id: run.id };
}

function answerReport(
  platform: FacebookPlatform,
  call: GraphCall,
  edge: string | undefined,
): Json | undefined {
  const run = platform.reports.find(call.path.split('/')[0] ?? '');
  const account = run === undefined ? undefined : findAccount(run.accountId);
  if (run === undefined || account === undefined) return undefined;
  mayRead(call.grant, account);
  if (edge === undefined) {
    const fields = readNames(call.parameters, 'fields');
    return pickFields(reportFields(run, account), fields, [
      'account_id',
      'time_ref',
      'time_completed',
      'async_status',
      'async_percent_completion',
      'date_start',
      'date_stop',
      'is_running',
    ]);
  }
  if (edge !== 'insights') throw objectNotFound(edge);
  assertCompleted(run);
  const parameters = new URLSearchParams(run.parameters);
  const query = readInsightsQuery(parameters, account, run.node, run.startedAt);
  const rows = insightsRows(platform.parts.world, account, query, run.startedAt);
  return page(call, rows, (row) => row);
}

/** Returns the ad account of a path, for counters and rate limits. */
export function findAccountOfPath(platform: FacebookPlatform, path: string): AdAccount | undefined {
  const [node = ''] = path.split('/');
  if (node.startsWith('act_')) return findAccount(node.slice(4));
  const run = platform.reports.find(node);
  if (run !== undefined) return findAccount(run.accountId);
  return platform.parts.world.find(node)?.account;
}

/**
 * Handles a call with a valid token.
 *
 * @throws {GraphError} for every error response.
 */
export async function handleGraphCall(platform: FacebookPlatform, call: GraphCall): Promise<Json> {
  const [node = '', edge, more] = call.path.split('/');
  if (more !== undefined) throw objectNotFound(call.path);
  if (node === 'me' || node === call.grant.userId) return answerMe(platform, call);
  const report = answerReport(platform, call, edge);
  if (report !== undefined) return report;
  if (node.startsWith('act_')) {
    const account = adAccounts.find(({ accountId }) => `act_${accountId}` === node);
    if (account === undefined) throw objectNotFound(node);
    mayRead(call.grant, account);
    if (edge === undefined) {
      return accountView(platform, account, readNames(call.parameters, 'fields'));
    }
    if (edge === 'insights') return answerInsights(platform, call, account, 'account');
    return answerEdge(platform, call, account, edge, {});
  }
  const found = platform.parts.world.find(node);
  if (found === undefined || found.campaign.status === 'DELETED') throw objectNotFound(node);
  const { account, campaign, adSet, ad } = found;
  mayRead(call.grant, account);
  if (edge === 'insights') {
    const level = ad ? 'ad' : adSet ? 'adset' : 'campaign';
    const own = { field: `${level}.id`, operator: 'EQUAL', value: node };
    call.parameters.set('filtering', JSON.stringify([own]));
    return answerInsights(platform, call, account, level);
  }
  if (edge !== undefined) {
    if (ad !== undefined) throw invalidParameter(`An ad has no ${edge}`);
    const within = { campaign: campaign.id, ...(adSet && { adSet: adSet.id }) };
    return answerEdge(platform, call, account, edge, within);
  }
  const fields = readNames(call.parameters, 'fields');
  if (ad && adSet) return pickFields(adFields({ ...found, adSet, ad }), fields);
  if (adSet) return pickFields(adSetFields({ ...found, adSet }), fields);
  return pickFields(campaignFields(found), fields);
}
