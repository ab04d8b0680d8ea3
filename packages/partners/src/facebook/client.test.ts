import { expect, it } from 'vitest';
import { createTestEnvironment } from '../testing/environment.ts';
import { appSecretProof, GraphClient } from './client.ts';
import { facebookHosts } from './client.ts';

const secrets = ['0123456789abcdef0123456789abcdef', 'f00dbabe00000000deadbeef11111111'] as const;

// Test vectors on which several published implementations agree.
it.each([
  [
    secrets[0],
    'EAAGm0PX4ZCpsBASandboxToken0001',
    '7b42ecae7ca1c53e909120aad50480c4d8004522367502b145113eaa3325825d',
  ],
  [
    secrets[0],
    '1234567890123456|sandbox-app-access-token',
    'fbce4008619d6609a523e24efea970b3aaec05a5849cf93d5c236a00da306f6f',
  ],
  [
    secrets[1],
    'EAAGm0PX4ZCpsBASandboxToken0001',
    '5d1e8fa8cbed6ec0f35858edcaa58318da73e4336b89695988bb0b22df13752e',
  ],
  [
    secrets[1],
    'EAABsbCS1iHgBOZCLongLivedToken60daysZD',
    '69f35ed9b70d20e93b23d9577aa2d0f0dee34b8cf62becbb2263540b419801a8',
  ],
  [
    secrets[0],
    '1234567890123456|0123456789abcdef0123456789abcdef',
    '84a628896d098b60710728011a35f4c90393d9eb30ce0107eb2f1b3b95b48d49',
  ],
])('computes the appsecret_proof of %s for %s', (secret, token, proof) => {
  expect(appSecretProof(token, secret)).toBe(proof);
});

it('takes a page of a gateway that limits calls as a throttle', async () => {
  const page = '<html>Too Many Requests</html>';
  const environment = createTestEnvironment(
    {},
    { fetch: async () => new Response(page, { status: 429, headers: { 'retry-after': '7' } }) },
  );
  const application = { ...facebookHosts, appId: '1', appSecret: '1' };
  const client = new GraphClient(application, environment);
  const request = { path: '/me', endpoint: '/me', accessToken: 'EAA', shop: 'ZZ:1' };
  const throttled = { kind: 'throttled', scope: 'shop', retryAfterMs: 7000 };
  await expect(client.start(request)).rejects.toMatchObject(throttled);
});

it('the wait of an ad account does not hold back the whole application', async () => {
  const throttles: unknown[] = [];
  const busy = { call_count: 100, estimated_time_to_regain_access: 50 };
  const headers = {
    'x-business-use-case-usage': JSON.stringify({ '1': [busy] }),
    'x-app-usage': JSON.stringify({ call_count: 96 }),
  };
  const environment = createTestEnvironment(
    {},
    {
      fetch: async () => Response.json({}, { headers }),
      onThrottled: async (_call, throttle) => void throttles.push(throttle),
    },
  );
  const client = new GraphClient({ ...facebookHosts, appId: '1', appSecret: '1' }, environment);
  await client.read({ path: '/me', endpoint: '/me', accessToken: 'EAA', shop: 'ZZ:1' });
  expect(throttles).toEqual([
    { scope: 'shop', waitMs: 50 * 60_000 },
    { scope: 'app', waitMs: 60_000 },
  ]);
});
