import { expect, it } from 'vitest';
import { parseConsentEnd, parseExpiry, parseLifetime, unknownExpiry } from './token-expiry.ts';

const now = Date.parse('2026-11-12T05:00:00Z');
const seconds = (time: string) => String(Date.parse(time) / 1000);

it.each([
  ['3600', '2026-11-12T06:00:00.000Z'],
  ['3.6E3', '2026-11-12T06:00:00.000Z'],
  ...['0', '-5', '', ' ', 'an hour', '999999999', '9'.repeat(19), 'Infinity', undefined, null].map(
    (text) => [text, undefined],
  ),
])('parses the lifetime %j', (text, expected) => {
  expect(parseLifetime(text, now)?.toISOString()).toBe(expected);
});

it.each([
  [seconds('2026-11-19T05:00:00Z'), '2026-11-19T05:00:00.000Z', '2026-11-19T05:00:00.000Z'],
  [seconds('2026-11-01T05:00:00Z'), undefined, '2026-11-01T05:00:00.000Z'],
  ['0', undefined, undefined],
  ['253402300800', undefined, undefined],
  [null, undefined, undefined],
])('parses the instant %j', (text, ofToken, ofConsent) => {
  expect(parseExpiry(text, now)?.toISOString()).toBe(ofToken);
  expect(parseConsentEnd(text, now)?.toISOString()).toBe(ofConsent);
});

it('a token without a plausible expiry is used for an hour', () => {
  expect(unknownExpiry(now).toISOString()).toBe('2026-11-12T06:00:00.000Z');
});

it('corrects an instant by the lag of the partner’s clock', () => {
  const text = seconds('2026-11-12T05:00:10Z');
  expect(parseExpiry(text, now, 5000)?.toISOString()).toBe('2026-11-12T05:00:15.000Z');
});
