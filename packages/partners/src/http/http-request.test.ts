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

it('tells the bytes of an answer, without the mark that some put before them', async () => {
  const rawBytes = Buffer.from('{"tên":"Nón lá"}');
  expect((await receive(rawBytes)).body).toEqual(rawBytes);
  expect((await receive(Buffer.concat([Buffer.from('\uFEFF'), rawBytes]))).body).toEqual(rawBytes);
  expect((await receive(Buffer.alloc(0))).body).toHaveLength(0);
});

it('refuses an answer that is not UTF-8', async () => {
  await expect(receive(Uint8Array.from([0x7b, 0xff, 0x7d]))).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'not_utf8',
  });
});
