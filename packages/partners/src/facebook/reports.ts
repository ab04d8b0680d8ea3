import type { ShopAccess } from '../connector/shop-access.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { OptionalText } from '../parsing/fields.ts';
import type { AdDaysPage, AdReportState, DayRange } from '../connector/ads-connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { accountPath } from './account.ts';
import type { GraphClient } from './client.ts';
import { dayParameters, fetchDayRows } from './ad-days.ts';
import { isTooMuchData } from './errors.ts';
import { shopKey } from '../connector/shop-access.ts';

const startEndpoint = '/act_{id}/insights';
const stateEndpoint = '/{report_run_id}';
const readEndpoint = '/{report_run_id}/insights';

const reportIdPattern = '^\\d{1,30}$';
const Started = Compile(Type.Object({ report_run_id: Type.String({ pattern: reportIdPattern }) }));
const State = Compile(
  Type.Object({
    async_status: Type.String(),
    // Present since v25, and only for failed reports.
    error_code: OptionalText,
    error_subcode: OptionalText,
    error_message: OptionalText,
  }),
);

/** @see https://developers.facebook.com/docs/marketing-api/insights/best-practices */
export async function startReport(
  client: GraphClient,
  access: ShopAccess,
  span: DayRange,
  signal?: AbortSignal,
): Promise<string> {
  const { body } = await client.start({
    path: `${accountPath(access)}/insights`,
    endpoint: startEndpoint,
    accessToken: access.accessToken,
    shop: shopKey(access),
    parameters: dayParameters(span),
    signal,
  });
  if (Started.Check(body)) return body.report_run_id;
  throw new PartnerError({ kind: 'protocol', code: 'report_shape', endpoint: startEndpoint });
}

export async function fetchReportState(
  client: GraphClient,
  access: ShopAccess,
  reportId: string,
  signal?: AbortSignal,
): Promise<AdReportState> {
  const { body } = await client.read({
    path: `/${assertReportId(reportId, stateEndpoint)}`,
    endpoint: stateEndpoint,
    accessToken: access.accessToken,
    shop: shopKey(access),
    parameters: {
      fields: 'async_status,error_code,error_subcode,error_message',
    },
    signal,
  });
  if (!State.Check(body)) {
    throw new PartnerError({ kind: 'protocol', code: 'report_shape', endpoint: stateEndpoint });
  }
  switch (body.async_status) {
    // A running report may already show 100 percent; only this status means that it is complete.
    case 'Job Completed':
      return { state: 'ready' };
    case 'Job Failed': {
      const { error_code: code, error_subcode: subcode, error_message: message } = body;
      const tooMuch = code === '-3' || isTooMuchData(Number(code), subcode ?? null, message ?? '');
      return { state: 'failed', tooMuch, code: code ?? 'job_failed' };
    }
    case 'Job Skipped':
      return { state: 'failed', tooMuch: false, code: 'job_skipped' };
    default:
      return { state: 'running' };
  }
}

export function fetchReport(
  client: GraphClient,
  access: ShopAccess,
  reportId: string,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<AdDaysPage> {
  return fetchDayRows(
    client,
    {
      path: `/${assertReportId(reportId, readEndpoint)}/insights`,
      endpoint: readEndpoint,
      accessToken: access.accessToken,
      shop: shopKey(access),
      signal,
    },
    access,
    cursor,
  );
}

function assertReportId(reportId: string, endpoint: string): string {
  if (new RegExp(reportIdPattern).test(reportId)) return reportId;
  throw new PartnerError({ kind: 'invalid_request', code: 'bad_checkpoint', endpoint });
}
