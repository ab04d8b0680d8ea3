import { expect, it } from 'vitest';
import { createHttp } from './http.ts';
import { createLog } from '../log.ts';

const headersOf = async (isHttps: boolean) => {
  const { app } = await createHttp({
    log: createLog('silent'),
    isHttps,
    authenticate: async () => null,
  });
  const { headers } = await app.inject('/nowhere');
  await app.close();
  return headers;
};

it('keeps browsers on https for a year where the application is reached so, and nowhere else', async () => {
  expect((await headersOf(true))['strict-transport-security']).toBe('max-age=31536000');
  expect((await headersOf(false))['strict-transport-security']).toBeUndefined();
});

it('lets no page use what none of ours uses', async () => {
  const { 'permissions-policy': policy } = await headersOf(false);
  for (const feature of ['camera', 'geolocation', 'microphone', 'payment']) {
    expect(policy).toContain(`${feature}=()`);
  }
});
