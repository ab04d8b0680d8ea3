import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../api/index.ts';
import { readRedirect, reasonOf } from './outcome.ts';

describe('the partner’s redirect', () => {
  it('carries the code and the state', () => {
    expect(readRedirect('?code=0_123&state=abc')).toEqual({
      kind: 'code',
      code: '0_123',
      state: 'abc',
    });
  });

  it.each([
    ['?error=access_denied&state=abc', 'refused'],
    ['?error=server_error', 'unavailable'],
    ['?error=<script>', 'other'],
    ['?state=abc', 'incomplete'],
    ['', 'incomplete'],
  ])('%s is %s', (search, reason) => {
    expect(readRedirect(search)).toEqual({ kind: 'failed', reason });
  });
});

describe('a refused credential', () => {
  it.each([
    [409, 'state_used', 'used'],
    [410, 'state_expired', 'expired'],
    [400, 'state_mismatch', 'mismatch'],
    [400, 'code_refused', 'expired'],
    [404, 'unavailable_partner', 'notOffered'],
    [409, 'shop_linked_elsewhere', 'elsewhere'],
    [409, 'other_account', 'otherAccount'],
    [502, 'lazada_unavailable', 'unavailable'],
    [503, '', 'unavailable'],
    [0, '', 'unavailable'],
    [400, 'something_new', 'other'],
  ])('%d %s is %s', (status, error, reason) => {
    expect(reasonOf(new ApiFailure(status, { error }))).toBe(reason);
  });
});
