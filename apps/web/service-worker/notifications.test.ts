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

it('shows the message of the server in its language, and remembers its screen', () => {
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
  'shows that there is something where the message is %j',
  (value) => {
    expect(parse(value)).toMatchObject({
      title: 'Seller Connect',
      options: { data: { path: '/' } },
    });
  },
);

it('shows something for a message that is no JSON', () => {
  expect(parsePush('{', '').title).toBe('Seller Connect');
});

it.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'orders', '', null])(
  'opens Home instead of %j',
  (path) => {
    expect(parse({ ...message, path }).options.data.path).toBe('/');
    expect(pathOf({ path })).toBe('/');
  },
);

it.each([undefined, null, 'x', {}])('opens Home for a notification with the data %j', (data) => {
  expect(pathOf(data)).toBe('/');
});
