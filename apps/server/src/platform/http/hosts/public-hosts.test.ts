import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  isPublicAddress,
  isPublicHttpsUrl,
  literalAddress,
  lookupPublicHost,
  postToPublicHost,
  type HostCheck,
} from './public-hosts.ts';

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:10.0.0.1',
  'fe80::1',
  'fd00::1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'not an address',
])('%s is not a public address', (address) => expect(isPublicAddress(address)).toBe(false));

it.each(['142.250.72.10', '172.32.0.1', '2607:f8b0:4004::200e'])(
  '%s is a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it.each([
  'http://push.example.com/1',
  'https://push.example.com:8443/1',
  'https://127.0.0.1/1',
  'https://2130706433/1',
  'https://[::1]/1',
  'https://localhost/1',
  'https://user:secret@push.example.com/1',
  'https://user@push.example.com/1',
  'https://:secret@push.example.com/1',
  'https://push.example.com/1#x',
  'file:///etc/passwd',
  'push',
])('refuses a subscription of %s', (url) => expect(isPublicHttpsUrl(url)).toBe(false));

it.each([
  ['http://0x7f.1/', '127.0.0.1'],
  ['https://2130706433/1', '127.0.0.1'],
  ['https://[::1]/1', '::1'],
])('refuses to send to %s', async (text, address) => {
  const url = new URL(text);
  expect(literalAddress(url)).toBe(address);
  await expect(postToPublicHost({ url, headers: {}, body: '', timeoutMs: 1000 })).rejects.toThrow(
    'is not a host of the public internet',
  );
});

it('never treats an address of a private network as public', () => {
  fc.assert(
    fc.property(fc.nat(255), fc.nat(255), fc.nat(255), (a, b, c) => {
      for (const network of ['10', '127', '0']) {
        expect(isPublicAddress(`${network}.${a}.${b}.${c}`)).toBe(false);
      }
    }),
  );
});

/** A resolver that gives every name these addresses. */
const resolveTo =
  (...addresses: string[]): NonNullable<HostCheck['resolve']> =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

const look = (all: boolean, ...addresses: string[]) =>
  new Promise((resolve, reject) => {
    lookupPublicHost({ resolve: resolveTo(...addresses) })(
      'push.example.com',
      { all },
      (error, address) => (error ? reject(error) : resolve(address)),
    );
  });

it('refuses a name if any of its addresses is private', async () => {
  await expect(look(false, '142.250.72.10', '10.0.0.1')).rejects.toThrow('push.example.com');
  await expect(look(true, '::1')).rejects.toThrow('push.example.com');
  await expect(look(true)).rejects.toThrow('push.example.com');
  expect(await look(false, '142.250.72.10')).toBe('142.250.72.10');
});

it('connects to the addresses that were checked', async () => {
  const answer = postToPublicHost(
    {
      url: new URL('https://push.example.com/1'),
      headers: {},
      body: '',
      timeoutMs: 60_000,
    },
    { resolve: resolveTo('127.0.0.1') },
  );
  await expect(answer).rejects.toThrow('is not a host of the public internet');
});
