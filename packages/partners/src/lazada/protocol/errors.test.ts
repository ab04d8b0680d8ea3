import { describe, expect, it } from 'vitest';
import type { PartnerErrorKind, ThrottleScope } from '../../connector/partner-error.ts';
import { toPartnerError } from './errors.ts';

const read = (code: string, type: string | null = 'ISV', message: string | null = null) =>
  toPartnerError('/orders/get', { code, type, message, requestId: 'r-1' });

describe('Lazada’s error catalogue', () => {
  it.each<[string, PartnerErrorKind]>([
    ['IllegalAccessToken', 'unauthorized'],
    ['MissingAccessToken', 'unauthorized'],
    ['IllegalRefreshToken', 'needs_reauthorization'],
    ['AUTH_TYPE_UNSUPPORTED', 'needs_reauthorization'],
    ['AppNotSubscribed', 'needs_reauthorization'],
    ['InvalidCode', 'invalid_request'],
    ['IncompleteSignature', 'invalid_request'],
    ['InsufficientPermission', 'not_permitted'],
    ['SellerNotActive', 'invalid_request'],
    ['ServiceTimeout', 'unavailable'],
    ['6', 'unavailable'],
    ['1000', 'unavailable'],
    ['17', 'invalid_request'],
  ])('%s is %s', (code, kind) => {
    expect(read(code)).toMatchObject({
      kind,
      code,
      requestId: 'r-1',
      messageCode: `partner_${kind}`,
    });
  });

  it.each<[string, ThrottleScope, number]>([
    ['ApiCallLimit', 'endpoint', 2],
    ['SellerCallLimit', 'shop', 1],
    ['AppCallLimit', 'app', 60],
    ['AppApiCallLimit', 'app', 60],
    ['901', 'endpoint', 1],
    ['E1002', 'endpoint', 1],
  ])('%s throttles the %s until the second that is %i ahead', (code, scope, seconds) => {
    const error = read(code, 'ISP');
    expect(error).toMatchObject({ kind: 'throttled', scope });
    expect(error.retryAfterMs).toBeGreaterThanOrEqual(seconds * 1000);
    expect(error.retryAfterMs).toBeLessThan(seconds * 1500);
  });

  it('waits one second longer than the ban that the message names', () => {
    const message = 'Api access frequency exceeds the limit. this ban will last 7 seconds';
    expect(read('ApiCallLimit', 'ISV', message).retryAfterMs).toBe(8000);
    expect(read('AppCallLimit', 'ISV', 'this ban will last 50400 seconds').retryAfterMs).toBe(
      50_401_000,
    );
    expect(read('17', 'ISV', 'this ban will last 7 seconds').retryAfterMs).toBeNull();
  });

  it('classifies an unknown code by its type', () => {
    expect(read('Novel', 'ISV').kind).toBe('invalid_request');
    expect(read('Novel', 'ISP').kind).toBe('unavailable');
    expect(read('Novel', 'SYSTEM').kind).toBe('unavailable');
    expect(read('Novel', null).kind).toBe('invalid_request');
    expect(read('constructor', 'SYSTEM').kind).toBe('unavailable');
  });
});
