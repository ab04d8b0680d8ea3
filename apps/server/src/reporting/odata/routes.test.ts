import { errorCodes, type FastifyError } from 'fastify';
import { expect, it } from 'vitest';
import { createHttp } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log.ts';
import { odataRoutes } from './routes.ts';

/** Returns the response of a feed whose sign-in fails with an error. */
async function responseTo(error: FastifyError | Error) {
  const http = await createHttp({ log: createLog('silent'), authenticate: async () => null });
  const noDatabase = async () => {
    throw new Error('No database is needed.');
  };
  odataRoutes(http, {
    database: { tenant: noDatabase, tenantRead: noDatabase, transaction: noDatabase },
    readCoverage: noDatabase,
    now: () => new Date(),
    admission: {
      tool: async () => {
        throw error;
      },
    },
    appOrigin: 'https://app.test',
  });
  const response = await http.app.inject({
    url: '/odata/v1/orders',
    headers: { 'accept-language': 'en' },
  });
  await http.app.close();
  return response;
}

it.each([
  ['a bad request', 400, new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH()],
  ['a body that is too large', 413, new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()],
  ['an unknown content type', 415, new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('text/x')],
])('does not respond to %s with an internal error', async (_, status, error) => {
  const response = await responseTo(error);
  expect(response.statusCode).toBe(status);
  expect(response.headers['odata-version']).toBe('4.0');
  expect(response.json()).toEqual({
    error: {
      code: 'bad_request',
      message: 'The request isn’t valid. Check what you entered.',
    },
  });
});

it('responds to an unexpected error with an internal error that hides its message', async () => {
  const response = await responseTo(new Error('secret'));
  expect(response.statusCode).toBe(500);
  expect(response.json()).toEqual({
    error: { code: 'internal', message: 'Something went wrong, please try again later' },
  });
});
