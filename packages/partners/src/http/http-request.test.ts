import { expect, it } from 'vitest';
import { sendRequest } from './http-request.ts';

function told(body: Uint8Array) {
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
  const words = Buffer.from('{"tên":"Nón lá"}');
  expect((await told(words)).body).toEqual(words);
  expect((await told(Buffer.concat([Buffer.from('\uFEFF'), words]))).body).toEqual(words);
  expect((await told(Buffer.alloc(0))).body).toHaveLength(0);
});

it('refuses an answer that is not UTF-8', async () => {
  await expect(told(Uint8Array.from([0x7b, 0xff, 0x7d]))).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'not_utf8',
  });
});
