import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxTestClient } from '../testing/sandbox-client.ts';

describe('the control API', () => {
  let sandbox: SandboxTestClient;

  beforeAll(async () => {
    sandbox = await SandboxTestClient.start();
  });
  afterAll(async () => {
    await sandbox.running.stop();
  });

  const send = (method: string, body?: string) =>
    fetch(`${sandbox.running.controlUrl}/_sandbox/faults`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });

  it('clears the faults for a DELETE with a content type and no body', async () => {
    const rule = { platform: 'TIKTOK', kind: 'latency', ms: 1 };
    expect((await send('PUT', JSON.stringify([rule]))).status).toBe(200);
    expect((await send('DELETE')).status).toBe(200);
    expect(await sandbox.control('faults')).toEqual({ faults: [] });
  });

  it('refuses a body that is not JSON', async () => {
    const refused = await send('PUT', '[{');
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { statusCode: 400, message: 'The body is not JSON.' },
    ]);
  });
});
