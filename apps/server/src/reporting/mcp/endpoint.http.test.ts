import { describe, expect, it } from 'vitest';
import { createAssistantAccess } from '../access/assistant-access.ts';
import { assistantToken, grantHash, queryReport, startMcp } from './testing/start-mcp.ts';

const mcp = await startMcp();

describe('the MCP endpoint', () => {
  const post = (payload: unknown, headers: Record<string, string> = {}) =>
    mcp.reporting.http.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        authorization: `Bearer ${mcp.secret}`,
        ...headers,
      },
      payload: JSON.stringify(payload),
    });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

  it('challenges a caller without a valid report access', async () => {
    const none = await mcp.reporting.http.app.inject({
      method: 'POST',
      url: '/mcp',
      payload: list,
    });
    expect([none.statusCode, none.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="Seller Connect", resource_metadata="https://app.test/.well-known/oauth-protected-resource/mcp", scope="read:reports"',
    ]);
    const wrong = await post(list, { authorization: `Bearer scr_${'A'.repeat(64)}` });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.headers['www-authenticate']).toContain('error="invalid_token"');
    // A seller's session is no report access.
    expect((await post(list, { authorization: 'Bearer viewer' })).statusCode).toBe(401);
  });

  it('accepts a connected assistant, which is listed and revoked as report access', async () => {
    const grant = {
      sub: mcp.reporting.accounts.member,
      tenantId: mcp.shops.tenantId,
      userName: 'Lan',
      clientId: 'https://claude.test/client.json',
      clientName: 'Claude',
      grantHash,
      expiresAt: new Date(Date.now() + 1000_000),
    };
    const connectTo = (role: 'owner' | 'member' | 'viewer' | null) =>
      createAssistantAccess(mcp.shops.database, async () => role)(grant);
    await expect(connectTo('viewer')).rejects.toMatchObject({ code: 'members_only' });
    await expect(connectTo(null)).rejects.toMatchObject({ code: 'no_team_yet' });
    await connectTo('member');
    const client = await mcp.connect('auto', assistantToken);
    expect((await queryReport(client, { metrics: ['orders'] })).rows).toHaveLength(1);
    // Only this address takes the token.
    const headers = { authorization: `Bearer ${assistantToken}` };
    const query = await mcp.reporting.http.app.inject({
      method: 'POST',
      url: '/reports/query',
      headers,
    });
    expect(query.statusCode).toBe(401);
    const accesses = await mcp.reporting.http.app.inject({
      url: '/reports/access',
      headers: { authorization: 'Bearer viewer' },
    });
    const listed = accesses.json().items.find(({ kind }: { kind: string }) => kind === 'assistant');
    expect(listed).toMatchObject({ name: 'Claude', host: 'claude.test', login: null });
    await mcp.reporting.http.app.inject({
      method: 'DELETE',
      url: `/reports/access/${listed.id}`,
      headers: { authorization: 'Bearer owner' },
    });
    await expect(queryReport(client, { metrics: ['orders'] })).rejects.toThrow(/401|nauthorized/);
  });

  it('publishes where a client gets a token', async () => {
    const answer = await mcp.reporting.http.app.inject('/.well-known/oauth-protected-resource/mcp');
    expect(answer.json()).toEqual({
      resource: 'https://app.test/mcp',
      resource_name: 'Seller Connect',
      authorization_servers: ['https://id.test'],
      scopes_supported: ['read:reports'],
      bearer_methods_supported: ['header'],
    });
  });

  it('refuses a revoked report access at once', async () => {
    const tool = await mcp.reporting.newTool('gone');
    const client = await mcp.connect('auto', tool.secret);
    await queryReport(client, { metrics: ['gmv'] });
    await mcp.reporting.http.app.inject({
      method: 'DELETE',
      url: `/reports/access/${tool.id}`,
      headers: { authorization: 'Bearer owner' },
    });
    await expect(queryReport(client, { metrics: ['gmv'] })).rejects.toThrow(/401|nauthorized/);
  });

  it('answers single POST requests, and none from another origin', async () => {
    const batch = await post([list, { ...list, id: 2 }]);
    expect([batch.statusCode, batch.json().error]).toEqual([400, 'batch_refused']);
    const headers = { authorization: `Bearer ${mcp.secret}` };
    for (const method of ['GET', 'DELETE'] as const) {
      const other = await mcp.reporting.http.app.inject({ method, url: '/mcp', headers });
      expect([other.statusCode, other.headers['allow']]).toEqual([405, 'POST']);
    }
    const page = await post(list, { origin: 'https://evil.test' });
    expect([page.statusCode, page.json().error]).toEqual([403, 'origin_refused']);
  });

  it('refuses subscriptions to changes', async () => {
    const answer = await post(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    );
    expect(answer.body).toMatch(/error/);
  });
});
