import { expect, it } from 'vitest';
import { isPushEndpoint, messageHosts } from './message-hosts.ts';

const local = { demo: true, HOST: '127.0.0.1', appOrigin: 'http://localhost:3000' };
const others = [
  { ...local, demo: false },
  { ...local, HOST: '0.0.0.0' },
  { ...local, appOrigin: 'https://demo.example' },
];

it('messages reach this machine only in a demo that is not reachable from outside', () => {
  const { isAllowed } = messageHosts(local);
  expect(isAllowed?.('127.0.0.1')).toBe(true);
  expect(isAllowed?.('142.250.72.10')).toBe(true);
  expect(isAllowed?.('10.0.0.1')).toBe(false);
  for (const installation of others) expect(messageHosts(installation)).toEqual({});
});

it('a push service is public, or on this machine in such a demo, and always https', () => {
  for (const installation of [local, ...others]) {
    expect(isPushEndpoint('https://push.example.com/1', installation)).toBe(true);
    expect(isPushEndpoint('http://localhost:8443/1', installation)).toBe(false);
    expect(isPushEndpoint('https://10.0.0.1:8443/1', installation)).toBe(false);
    expect(isPushEndpoint('push', installation)).toBe(false);
    expect(isPushEndpoint('https://localhost:8443/1', installation)).toBe(installation === local);
  }
});
