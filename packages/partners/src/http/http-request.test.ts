import { expect, it } from 'vitest';
import { sendRequest } from './http-request.ts';

function receive(body: Uint8Array) {
  return sendRequest(
    {
      fetch: () => Promise.resolve(new Response(Uint8Array.from(body))),
      url: 'https://partner.test/orders',
      endpoint: '/orders',
      init: {},
    },
    1000,
    undefined,
  );
}

it('returns the raw bytes of a response, without a byte order mark', async () => {
  const rawBytes = Buffer.from('{"tên":"Nón lá"}');
  expect((await receive(rawBytes)).body).toEqual(rawBytes);
  expect((await receive(Buffer.concat([Buffer.from('\uFEFF'), rawBytes]))).body).toEqual(rawBytes);
  expect((await receive(Buffer.alloc(0))).body).toHaveLength(0);
});

it('refuses a response that is not UTF-8', async () => {
  await expect(receive(Uint8Array.from([0x7b, 0xff, 0x7d]))).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'not_utf8',
  });
});
