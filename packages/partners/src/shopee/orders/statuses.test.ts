import { describe, expect, it } from 'vitest';
import { toPartnerError } from '../protocol/errors.ts';
import { parseCancelledBy, parseStage } from './order-mapping.ts';

const plain = { cancelReason: '', parcels: [] };

describe('Shopee’s order statuses', () => {
  it.each([
    ['UNPAID', 'unpaid'],
    ['READY_TO_SHIP', 'to_ship'],
    ['RETRY_SHIP', 'to_ship'],
    ['INVOICE_PENDING', 'to_ship'],
    ['PROCESSED', 'to_ship'],
    ['SHIPPED', 'shipping'],
    ['TO_CONFIRM_RECEIVE', 'delivered'],
    ['TO_RETURN', 'delivered'],
    ['COMPLETED', 'completed'],
    ['CANCELLED', 'cancelled'],
    ['IN_CANCEL', 'to_ship'],
    ['SOMETHING_NEW', 'unknown'],
  ])('%s is %s', (status, stage) => {
    expect(parseStage({ ...plain, status })).toBe(stage);
  });

  it('distinguish a failed delivery from a cancellation by parcel or reason', () => {
    const status = 'CANCELLED';
    expect(parseStage({ ...plain, status, parcels: ['LOGISTICS_LOST'] })).toBe('failed_delivery');
    expect(parseStage({ ...plain, status, cancelReason: 'FAILED_DELIVERY' })).toBe(
      'failed_delivery',
    );
    expect(parseStage({ ...plain, status, cancelReason: 'Out of stock' })).toBe('cancelled');
  });

  it('keep the stage of an order whose cancellation is requested', () => {
    expect(parseStage({ ...plain, status: 'IN_CANCEL', parcels: ['LOGISTICS_PICKUP_DONE'] })).toBe(
      'shipping',
    );
  });

  it('name the canceller', () => {
    expect(['buyer', 'seller', 'Ops', ''].map(parseCancelledBy)).toEqual([
      'buyer',
      'seller',
      'system',
      null,
    ]);
  });
});

describe('Shopee’s errors', () => {
  const now = new Date('2026-11-12T10:00:00Z');
  const shop = '/api/v2/shop/get_shop_info';
  const kindOf = (endpoint: string, error: string) =>
    toPartnerError(endpoint, { error, message: null, requestId: null }, now).kind;

  it.each([
    [shop, 'error_auth', 'unauthorized'],
    [shop, 'common.error_auth', 'unauthorized'],
    ['/api/v2/auth/token/get', 'error_auth', 'invalid_request'],
    ['/api/v2/auth/access_token/get', 'error_auth', 'needs_reauthorization'],
    [shop, 'shop_no_linked', 'needs_reauthorization'],
    [shop, 'order.order_list_invalid_time', 'invalid_request'],
    [shop, 'system_busy', 'unavailable'],
    [shop, 'something_new', 'invalid_request'],
  ])('%s %s is %s', (endpoint, error, kind) => {
    expect(kindOf(endpoint, error)).toBe(kind);
  });

  it.each([
    ['error_auth', 'Invalid access_token.', 'unauthorized'],
    ['error_auth', 'Invalid partner_id or shopid.', 'unauthorized'],
    ['error_auth', 'System error, please try again later.', 'unavailable'],
    ['error_auth', 'No permission to current api.', 'not_permitted'],
    ['error_auth', 'App developer’s permissions … have been restricted.', 'not_permitted'],
    ['error_auth', 'The App is deleted, and you can make no call.', 'not_permitted'],
    ['error_auth', 'partner_id is invalid', 'not_permitted'],
    ['error_auth', 'Your shop can not use model level dts', 'not_permitted'],
    ['error_limit', 'Core server error.', 'unavailable'],
    ['error_param', 'Permission denied. This API is currently offline.', 'not_permitted'],
    ['error_param', 'parameter invalid', 'invalid_request'],
    ['error_permission', 'Please link shop and partner on seller center.', 'needs_reauthorization'],
    ['error_permission', 'You have no permission to view this.', 'not_permitted'],
    ['error_expire', 'Core server error.', 'unavailable'],
  ])('%s “%s” is %s', (error, message, kind) => {
    const found = toPartnerError(shop, { error, message, requestId: null }, now);
    expect(found).toMatchObject({ kind, code: error, detail: message });
  });

  it.each([
    ['/api/v2/auth/token/get', 'Invalid code', 'invalid_request', 'invalid_code'],
    [
      '/api/v2/auth/access_token/get',
      'Invalid refresh_token.',
      'needs_reauthorization',
      'error_auth',
    ],
    ['/api/v2/auth/access_token/get', 'The App is deleted.', 'not_permitted', 'error_auth'],
  ])('of %s: “%s” is %s', (endpoint, message, kind, code) => {
    const found = toPartnerError(endpoint, { error: 'error_auth', message, requestId: null }, now);
    expect(found).toMatchObject({ kind, code });
  });

  it('of the daily quota throttle until midnight in UTC+8', () => {
    const fault = { error: 'error_limit', message: null, requestId: null };
    expect(toPartnerError(shop, fault, now)).toMatchObject({
      kind: 'throttled',
      scope: 'app',
      retryAfterMs: 6 * 3_600_000,
    });
  });
});
