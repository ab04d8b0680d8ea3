import { describe, expect, it } from 'vitest';
import { graphError, tokenError } from '../src/facebook/errors.ts';
import { createFacebookConnector } from '../src/facebook/connector.ts';
import { createTestEnvironment } from '../src/testing/environment.ts';
import { documentedValues, loadDocument } from './reference-document.ts';
import { errorKindsFor } from './meanings.ts';

const document = loadDocument('facebook');
const { errors } = document;
const valuesOf = (name: string) => documentedValues(document, name);

const access = { accessToken: 't', externalShopId: '1', region: 'ZZ' };

/** Creates a connector to which Graph answers every call the same, and records the queries. */
function answering(answer: object) {
  const queries: URLSearchParams[] = [];
  const url = 'https://graph.example.test';
  const connector = createFacebookConnector(
    { appId: '1', appSecret: 's', dialogUrl: url, graph: url },
    createTestEnvironment(
      {},
      {
        fetch: async (input) => {
          queries.push(new URL(input instanceof Request ? input.url : input).searchParams);
          return Response.json(answer);
        },
      },
    ),
  );
  return { connector, queries };
}

describe('every documented value of the Graph API', () => {
  const states: Readonly<Record<string, string>> = {
    'Job Not Started': 'running',
    'Job Started': 'running',
    'Job Running': 'running',
    'Job Completed': 'ready',
    'Job Failed': 'failed',
    'Job Skipped': 'failed',
  };

  // An unknown status counts as running, which the stream ends as `report_late` after `maxReportMs`.
  it.each(valuesOf('ReportStatus'))('maps the report status %s', async (async_status) => {
    const { connector } = answering({ async_status, async_percent_completion: 100 });
    const { state } = await connector.reportState(access, '1');
    expect(state).toBe(states[async_status]);
  });

  it('maps an undocumented report status to running', async () => {
    const { connector } = answering({ async_status: 'Job Paused', async_percent_completion: 100 });
    expect(await connector.reportState(access, '1')).toMatchObject({ state: 'running' });
  });

  it.each(valuesOf('AccountStatus'))(
    'maps the account status %s to a name',
    async (account_status) => {
      const account = { account_id: '1', currency: 'VND', timezone_name: 'Asia/Ho_Chi_Minh' };
      const { connector } = answering({ ...account, account_status: Number(account_status) });
      const { shop } = await connector.readShop(access);
      expect(shop.status).toMatch(/^[A-Z_]+$/);
    },
  );

  it.each([
    ['campaign', 'CampaignEffectiveStatus'],
    ['ad_set', 'AdSetEffectiveStatus'],
    ['ad', 'AdEffectiveStatus'],
  ] as const)('fetches every %s, whatever its effective status', async (level, name) => {
    const ids = { id: '1', campaign_id: '2', adset_id: '3' };
    const data = valuesOf(name).map((effective_status) => ({ ...ids, effective_status }));
    const { connector, queries } = answering({ data });
    const { entities } = await connector.readEntities(access, level, null);
    expect(entities.map(({ canonical }) => canonical.status)).toEqual(valuesOf(name));
    const statuses: string[] = JSON.parse(queries[0]?.get('effective_status') ?? '');
    expect(statuses.toSorted()).toEqual(valuesOf(name).toSorted());
  });
});

describe('every documented error of the Graph API', () => {
  it.each(errors.map(({ code, meaning, operations }) => [code, meaning, operations] as const))(
    'maps the error %s to the kind %s',
    (code, meaning, operations) => {
      const fault = { code, message: 'text' };
      const error = operations
        ? tokenError('/any', fault, 'token', null)
        : graphError('/any', fault, null);
      expect(errorKindsFor(meaning)).toContain(error.kind);
    },
  );
});
