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

it('sends HSTS for a year only where the application is served over https', async () => {
  expect((await headersOf(true))['strict-transport-security']).toBe('max-age=31536000');
  expect((await headersOf(false))['strict-transport-security']).toBeUndefined();
});

it('disables browser features that no page uses', async () => {
  const { 'permissions-policy': policy } = await headersOf(false);
  for (const feature of ['camera', 'geolocation', 'microphone', 'payment']) {
    expect(policy).toContain(`${feature}=()`);
  }
});
