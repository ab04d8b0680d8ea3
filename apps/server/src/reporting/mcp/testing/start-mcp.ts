import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TSchema, Static } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll } from 'vitest';
import { createReportingHttp, type ReportingHttp } from '../../testing/reporting-http.ts';
import { createSampleTenant, now, type SampleTenant } from '../../testing/sample-tenant.ts';
import { ComparePeriodsOutput, QueryReportOutput } from '../tool-schemas.ts';

export type Arguments = Record<string, unknown>;

/** The access token that the server takes for one of an assistant with this grant. */
export const assistantToken = 'token-of-an-assistant';
export const grantHash = Buffer.alloc(32, 7);

export interface TestMcp {
  shops: SampleTenant;
  reporting: ReportingHttp;
  url: string;
  /** Secret of a report access. */
  secret: string;
  /** Whether the days of all shops are synced. */
  coverage: { isSynced: boolean };
  /** Connects the client of the official SDK. `auto` speaks the revision of 2026, `legacy` those of 2025. */
  connect(mode?: 'auto' | 'legacy', token?: string): Promise<Client>;
  /** Closes a client at the end. */
  keep(client: { close(): Promise<void> }): void;
}

/** Serves the tools for sample shops on a port of their own. */
export async function startMcp(): Promise<TestMcp> {
  const shops = await createSampleTenant(40);
  const coverage = { isSynced: true };
  const readCoverage = async () =>
    coverage.isSynced ? shops.shopIds.map((shopId) => ({ shopId, asOf: now, open: [] })) : [];
  const reporting = await createReportingHttp(
    { ...shops, dependencies: { ...shops.dependencies, readCoverage } },
    null,
    async (token) => (token === assistantToken ? { tenantId: shops.tenantId, grantHash } : null),
  );
  const url = `${await reporting.http.app.listen({ host: '127.0.0.1', port: 0 })}/mcp`;
  const { secret } = await reporting.newTool('Claude');
  const clients: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await reporting.http.app.close();
  });
  return {
    shops,
    reporting,
    url,
    secret,
    coverage,
    async connect(mode = 'auto', token = secret) {
      const client = new Client(
        { name: 'test', version: '1.0.0' },
        { versionNegotiation: { mode } },
      );
      clients.push(client);
      const headers = { authorization: `Bearer ${token}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
      );
      return client;
    },
    keep: (client) => void clients.push(client),
  };
}

export async function callTool(client: Client, name: string, input: Arguments) {
  const result = await client.callTool({ name, arguments: { language: 'en', ...input } });
  const [first] = result.content;
  const text = first?.type === 'text' ? first.text : '';
  return { isError: result.isError ?? false, structured: result.structuredContent, text };
}

/** Calls a tool and checks its answer against the schema. */
export async function answerOf<Output extends TSchema>(
  client: Client,
  name: string,
  output: Output,
  input: Arguments,
): Promise<Static<Output>> {
  return Value.Parse(output, (await callTool(client, name, input)).structured);
}

export const queryReport = (client: Client, input: Arguments) =>
  answerOf(client, 'query_report', QueryReportOutput, input);
export const comparePeriods = (client: Client, input: Arguments) =>
  answerOf(client, 'compare_periods', ComparePeriodsOutput, input);
