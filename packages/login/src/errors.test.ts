import { expect, test } from 'vitest';
import { httpError, LoginError, networkError, providerError } from './errors.ts';
import * as messages from './messages.ts';

test('spec 8: the messages, verbatim', () => {
  expect(messages.missingField('clientId')).toBe('Missing required field `clientId`');
  expect(messages.httpStatus(503)).toBe('HTTP status 503');
  const fixed = Object.values(messages).filter((message) => typeof message === 'string');
  expect(fixed.toSorted()).toEqual(
    [
      'Invalid state',
      'Invalid nonce',
      'Invalid authorization request state',
      'Missing code, unable to request token',
      'Unable to get token',
      'Failed to parse idToken',
      'Missing refresh token',
      'Frame window timed out',
      'Silent exchange error',
      'User already logout',
    ].toSorted(),
  );
});

test.each([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
])('spec 8: %s has a code and a fixed description', (code) => {
  const error = providerError(code);
  expect(error).toBeInstanceOf(LoginError);
  expect(error.code).toBe(code);
  expect(error.message.length).toBeGreaterThan(10);
});

test('an unknown code becomes server_error, with the raw code but no text as cause', () => {
  expect(providerError('made_up')).toMatchObject({
    code: 'server_error',
    cause: { error: 'made_up' },
  });
  const text = 'Your account is locked, call 0900';
  expect(providerError(text).cause).toEqual({ error: 'unreadable' });
  expect(providerError('toString').code).toBe('server_error');
});

test.each(['interaction_required', 'consent_required', 'account_selection_required'])(
  '%s becomes login_required',
  (raw) => {
    expect(providerError(raw)).toMatchObject({ code: 'login_required', cause: { error: raw } });
  },
);

test('the message contains no text of the provider', () => {
  expect(providerError('call 0900').message).toBe('The sign-in service reported server_error');
});

test('transient errors are retryable', () => {
  expect([500, 503, 429, 408].map((status) => httpError(status).retryable)).toEqual(
    Array(4).fill(true),
  );
  expect([400, 401, 404].map((status) => httpError(status).retryable)).toEqual(
    Array(3).fill(false),
  );
  expect(networkError(new DOMException('x', 'TimeoutError'))).toMatchObject({
    code: 'timeout',
    retryable: true,
  });
  expect(networkError(new TypeError('x'))).toMatchObject({ code: 'network', retryable: true });
  const codes = ['server_error', 'temporarily_unavailable', 'access_denied'];
  expect(codes.map((code) => providerError(code).retryable)).toEqual([true, true, false]);
});
