import { expect, test } from 'vitest';
import { assertSuccess, isFailureStatus } from './http.ts';

test.each([0, 100, 199, 399, 400, 500])('spec 8: HTTP status %i is a failure', (status) => {
  expect(isFailureStatus(status)).toBe(true);
  expect(() => assertSuccess(status)).toThrowError(
    expect.objectContaining({ code: 'http_status', message: `HTTP status ${status}` }),
  );
});

test.each([200, 204, 302, 398])('spec 8: HTTP status %i is no failure', (status) => {
  expect(isFailureStatus(status)).toBe(false);
  expect(() => assertSuccess(status)).not.toThrow();
});
