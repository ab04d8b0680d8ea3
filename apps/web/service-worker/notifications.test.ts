import { expect, it } from 'vitest';
import { parsePush, pathOf } from './notifications.ts';

const message = {
  title: 'Doanh số giảm mạnh',
  text: 'Hoa Mai bán được ít hơn thường lệ.',
  path: '/orders?shop=1',
  language: 'vi',
  tag: 'event-1',
};
const parse = (value: unknown) => parsePush(JSON.stringify(value), '/assets/icon.png');

it('shows the server’s message in its language, and stores its path', () => {
  expect(parse(message)).toEqual({
    title: message.title,
    options: {
      body: message.text,
      icon: '/assets/icon.png',
      lang: 'vi',
      tag: 'event-1',
      data: { path: '/orders?shop=1' },
    },
  });
});

it.each([null, 'text', {}, { title: 7, path: '/' }, { title: 'x' }])(
  'falls back to a generic notification if the message is %j',
  (value) => {
    expect(parse(value)).toMatchObject({
      title: 'Seller Connect',
      options: { data: { path: '/' } },
    });
  },
);

it('falls back to a generic notification if the message is not JSON', () => {
  expect(parsePush('{', '').title).toBe('Seller Connect');
});

// The URL parser skips tabs and newlines.
it.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/\t/evil.test', 'orders', '', null])(
  'opens Home instead of %j',
  (path) => {
    expect(parse({ ...message, path }).options.data.path).toBe('/');
    expect(pathOf({ path })).toBe('/');
  },
);

it.each([undefined, null, 'x', {}])('opens Home for a notification whose data is %j', (data) => {
  expect(pathOf(data)).toBe('/');
});
