import { expect, it } from 'vitest';
import { freshSignInProblem, negotiateLanguage, rateLimitedProblem } from './problem.ts';

it.each([
  [undefined, 'vi'],
  ['en', 'en'],
  ['en-GB,en;q=0.9,vi;q=0.8', 'en'],
  ['fr-FR, vi;q=0.5, en;q=0.4', 'vi'],
  ['de', 'vi'],
  ['en;q=0, vi', 'vi'],
  ['vi;q=0.4, en;q=0.5', 'en'],
  ['en;q=0.5, vi;q=0.5', 'en'],
  ['de, vi;q=0.1, en;q=0.2', 'en'],
])('spec 1: Vietnamese is the default and the fallback: %s → %s', (header, language) => {
  expect(negotiateLanguage(header)).toBe(language);
});

it('a fresh sign-in is at most a quarter of an hour old', () => {
  expect(freshSignInProblem()).toMatchObject({ status: 409, details: { maxAgeSeconds: 900 } });
});

it.each([
  [
    1,
    'Có quá nhiều yêu cầu. Vui lòng thử lại sau 1 giây.',
    'Too many requests. Try again in 1 second.',
  ],
  [
    61,
    'Có quá nhiều yêu cầu. Vui lòng thử lại sau 61 giây.',
    'Too many requests. Try again in 61 seconds.',
  ],
  [
    91,
    'Có quá nhiều yêu cầu. Vui lòng thử lại sau 2 phút.',
    'Too many requests. Try again in 2 minutes.',
  ],
  [
    5400,
    'Có quá nhiều yêu cầu. Vui lòng thử lại sau 90 phút.',
    'Too many requests. Try again in 90 minutes.',
  ],
  [
    3600,
    'Có quá nhiều yêu cầu. Vui lòng thử lại sau 60 phút.',
    'Too many requests. Try again in 60 minutes.',
  ],
  [
    86_400,
    'Có quá nhiều yêu cầu. Vui lòng thử lại sau 24 giờ.',
    'Too many requests. Try again in 24 hours.',
  ],
])('a rate limit states how long to wait: %i seconds', (seconds, vi, en) => {
  expect(rateLimitedProblem(seconds)).toMatchObject({
    status: 429,
    code: 'rate_limited',
    text: { vi, en },
    details: { retryAfterSeconds: seconds },
  });
});
