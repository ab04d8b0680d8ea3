import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/index.ts';
import { parseRedirect, toFailureReason } from './redirect.ts';

describe('parseRedirect', () => {
  it('returns the code and the state', () => {
    expect(parseRedirect('?code=0_123&state=abc')).toEqual({
      kind: 'code',
      code: '0_123',
      state: 'abc',
      extras: {},
    });
  });

  it('returns the shop ID or main account ID if the partner sends it', () => {
    expect(parseRedirect('?code=c&shop_id=310391241&state=s')).toMatchObject({
      extras: { shop_id: '310391241' },
    });
    expect(parseRedirect('?code=c&main_account_id=7&shop_id=&more=1')).toEqual({
      kind: 'code',
      code: 'c',
      state: null,
      extras: { main_account_id: '7' },
    });
  });

  it.each([
    ['?error=access_denied&state=abc', 'refused'],
    ['?code=null&error=auth_denied&state=abc', 'refused'],
    ['?error=server_error', 'unavailable'],
    ['?error=<script>', 'other'],
    ['?state=abc', 'incomplete'],
    ['', 'incomplete'],
  ])('classifies %s as %s', (search, reason) => {
    expect(parseRedirect(search)).toEqual({ kind: 'failed', reason });
  });
});

describe('toFailureReason', () => {
  it.each([
    [409, 'state_used', 'used'],
    [410, 'state_expired', 'expired'],
    [400, 'state_mismatch', 'mismatch'],
    [400, 'code_refused', 'expired'],
    [400, 'shop_unnamed', 'unnamed'],
    [404, 'unavailable_partner', 'notOffered'],
    [409, 'shop_linked_elsewhere', 'elsewhere'],
    [409, 'other_account', 'otherAccount'],
    [502, 'lazada_unavailable', 'unavailable'],
    [503, '', 'unavailable'],
    [0, '', 'unavailable'],
    [400, 'something_new', 'other'],
  ])('classifies %d %s as %s', (status, error, reason) => {
    expect(toFailureReason(new ApiError(status, { error }))).toBe(reason);
  });
});
