import type { lookup } from 'node:dns';
import { expect, it } from 'vitest';
import {
  isPublicAddress,
  isPublicHttpsUrl,
  lookupPublicHost,
  postToPublicHost,
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
])('%s is no public address', (address) => expect(isPublicAddress(address)).toBe(false));

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
  'https://push.example.com/1#x',
  'file:///etc/passwd',
  'push',
])('nothing is sent to %s', async (url) => {
  expect(isPublicHttpsUrl(url)).toBe(false);
  await expect(
    postToPublicHost({ url, headers: {}, body: new Uint8Array(), timeoutMs: 1000 }),
  ).rejects.toThrow('is not a host of the public internet');
});

/** A resolver that gives every name these addresses. */
function resolveTo(...addresses: string[]): typeof lookup {
  const resolve = (_name: string, _options: object, callback: (...args: unknown[]) => void) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one form that is called
  return resolve as typeof lookup;
}

const look = (all: boolean, ...addresses: string[]) =>
  new Promise((resolve, reject) => {
    lookupPublicHost(resolveTo(...addresses))('push.example.com', { all }, (error, address) =>
      error ? reject(error) : resolve(address),
    );
  });

it('a name is refused if one of its addresses is private, whichever the connection would take', async () => {
  await expect(look(false, '142.250.72.10', '10.0.0.1')).rejects.toThrow('push.example.com');
  await expect(look(true, '::1')).rejects.toThrow('push.example.com');
  await expect(look(true)).rejects.toThrow('push.example.com');
  expect(await look(false, '142.250.72.10')).toBe('142.250.72.10');
});

it('the connection itself uses the addresses that were checked', async () => {
  const answer = postToPublicHost(
    {
      url: 'https://push.example.com/1',
      headers: {},
      body: new Uint8Array(),
      timeoutMs: 60_000,
    },
    lookupPublicHost(resolveTo('127.0.0.1')),
  );
  await expect(answer).rejects.toThrow('is not a host of the public internet');
});
