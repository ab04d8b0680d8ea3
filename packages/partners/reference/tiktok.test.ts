import { describe, expect, it } from 'vitest';
import type { PartnerErrorKind } from '../src/connector/partner-error.ts';
import { toPartnerError } from '../src/tiktok/protocol/errors.ts';
import {
  deriveSettlement,
  deriveStatement,
  settlementItem,
  statementItem,
} from '../src/tiktok/money/settlement-mapping.ts';
import { deriveProduct } from '../src/tiktok/products.ts';
import { composeElement } from '../src/parsing/lossless-json.ts';
import { createRawItem } from '../src/parsing/items.ts';
import { feeKey, feeTable, restatedFees } from '../src/tiktok/money/fee-table.ts';
import { createTikTokPushReader } from '../src/tiktok/push.ts';
import { findRegion } from '../src/tiktok/protocol/regions.ts';
import {
  parseCancelledBy,
  knownStatuses,
  parseReturnState,
  parseStage,
} from '../src/tiktok/protocol/statuses.ts';
import { documentedValues, loadDocument, type ErrorEntry } from './reference-document.ts';

const document = loadDocument('tiktok');
const { errors } = document;
const valuesOf = (name: string) => documentedValues(document, name);

describe('every documented value of TikTok Shop', () => {
  it.each([...valuesOf('OrderStatus'), ...valuesOf('LineStatus')])('%s has a stage', (status) => {
    expect(parseStage(status)).not.toBe('unknown');
  });

  it('knows the documented order statuses, and besides them old names and numbers', () => {
    const statusNames = knownStatuses.filter(
      (status) => !/^\d+$/.test(status) && status !== 'TO_SHIP',
    );
    expect(statusNames.toSorted()).toEqual(valuesOf('OrderStatus').toSorted());
  });

  it.each(valuesOf('ReturnStatus'))(
    '%s has a return state, whatever the type of the return',
    (status) => {
      for (const type of valuesOf('ReturnType'))
        expect(parseReturnState(status, type)).not.toBeNull();
    },
  );

  it.each([...valuesOf('OrderCanceller'), ...valuesOf('LineCanceller')])(
    '%s is a known canceller',
    (word) => {
      expect(parseCancelledBy(word)).not.toBeNull();
    },
  );

  it('an undocumented canceller is null', () => {
    expect(parseCancelledBy('NEW_VALUE')).toBeNull();
  });

  it.each(valuesOf('Region'))('%s has a currency and a time zone', (region) => {
    expect(findRegion(region)).not.toBeNull();
  });

  it.each(valuesOf('PaymentStatus'))('%s determines whether a statement is paid', (status) => {
    const statement = {
      id: '1',
      statement_time: 1_767_225_600,
      payment_time: 1_767_312_000,
      settlement_amount: '1',
      currency: 'VND',
      payment_status: status,
    };
    const item = statementItem(composeElement(JSON.stringify(statement)));
    const { canonical } = deriveStatement(item, { region: 'VN' });
    expect(canonical?.paidAt !== null).toBe(status === 'PAID');
    // A failed payment is flagged on the statement.
    expect(canonical?.flags).toEqual(status === 'FAILED' ? ['payment_status:FAILED'] : []);
  });

  it.each(valuesOf('ProductStatus'))(
    '%s is the status of a product, unless its variant is off',
    (status) => {
      for (const own of valuesOf('SkuStatus')) {
        const sku = { id: '2', price: { sale_price: '1' }, status_info: { status: own } };
        const listing = { id: '1', update_time: 1_767_225_600, status, skus: [sku] };
        const raw = createRawItem('product', '1', null, Buffer.from(JSON.stringify(listing)));
        const { canonical } = deriveProduct(raw, { region: 'VN' });
        const isOff = status === 'ACTIVATE' && own === 'DEACTIVATED';
        expect(canonical?.[0]?.status).toBe((isOff ? own : status).toLowerCase());
      }
    },
  );

  const parts = ['RevenuePart', 'ShippingPart', 'FeePart', 'TaxPart'].flatMap(valuesOf);
  const types = valuesOf('TransactionType').filter((type) => type !== 'ORDER');
  const names = [...parts, ...types.map(feeKey)];

  it('every part of a transaction and type of adjustment has a fee class', () => {
    expect(names.filter((name) => !Object.hasOwn(feeTable, name))).toEqual([]);
    expect(Object.values(feeTable)).not.toContain('unknown');
  });

  const settlementWith = (breakdowns: object) => {
    const statement = { id: '1', statement_time: 1_767_225_600, settlement_amount: '1' };
    const amounts = { type: 'ORDER', settlement_amount: '1000', ...breakdowns };
    const row = composeElement(JSON.stringify({ id: '2', order_id: '3', ...amounts }));
    const { raw } = settlementItem(JSON.stringify(statement), row);
    return deriveSettlement([raw], { region: 'VN' }).canonical;
  };

  it.each([
    ...valuesOf('RevenuePart').map((part) => ['revenue_breakdown', part] as const),
    ...valuesOf('ShippingPart').map((part) => ['shipping_cost_breakdown', part] as const),
    ...valuesOf('FeePart').map((part) => ['fee', part] as const),
    ...valuesOf('TaxPart').map((part) => ['tax', part] as const),
  ])('in %s: %s becomes a line of its own', (group, part) => {
    const own = { [part]: '1000' };
    const isFee = group === 'fee' || group === 'tax';
    const breakdowns = isFee ? { fee_tax_breakdown: { [group]: own } } : { [group]: own };
    // A restated fee counts only where the total requires it.
    const canonical = settlementWith({ ...breakdowns, ...(isFee && { fee_tax_amount: '1000' }) });
    expect(canonical?.flags).toEqual([]);
    expect(canonical?.lines.map(({ feeCode }) => feeCode)).toEqual([part]);
  });

  it('an undocumented part is flagged and kept', () => {
    const fee = { new_fee_amount: '1000' };
    expect(settlementWith({ fee_tax_breakdown: { fee } })).toMatchObject({
      flags: ['unknown_fee:new_fee_amount'],
      lines: [{ feeClass: 'unknown', feeCode: 'new_fee_amount' }],
    });
  });

  it('knows no undocumented parts, except the alternate spelling of a restated fee', () => {
    const others = Object.keys(feeTable).filter((name) => !names.includes(name));
    expect(others.filter((name) => !restatedFees.has(name))).toEqual([]);
  });

  it.each(valuesOf('WebhookType'))('a push of type %s has hints unless it is ignored', (type) => {
    const { read } = createTikTokPushReader({ appKey: 'k', appSecret: 's' });
    const body = { type: Number(type), shop_id: '1', data: { order_id: '2' } };
    const push = read(Buffer.from(JSON.stringify(body)));
    // An address change, an upcoming expiry of the consent and conversations change no metric.
    const isIgnored = ['3', '7', '13', '14'].includes(type);
    expect(push?.hints.length === 0).toBe(isIgnored);
  });

  it('a push of an undocumented type is stored without hints', () => {
    const { read } = createTikTokPushReader({ appKey: 'k', appSecret: 's' });
    const body = { type: 987, shop_id: '1', data: { order_id: '2' } };
    const push = read(Buffer.from(JSON.stringify(body)));
    expect(push).toEqual({ eventId: null, topic: '987', hints: [] });
  });
});

const kindsOf: Readonly<Record<ErrorEntry['meaning'], readonly PartnerErrorKind[]>> = {
  token: ['unauthorized', 'needs_reauthorization'],
  permission: ['not_permitted'],
  throttled: ['throttled'],
  unavailable: ['unavailable'],
  not_found: ['invalid_request'],
  invalid_request: ['invalid_request'],
  signature: ['invalid_request'],
};

describe('every documented error of TikTok Shop', () => {
  it.each(errors)('$code means $meaning, with any status', ({ code, meaning }) => {
    for (const status of [200, 400, 500]) {
      const fault = { code, message: null, requestId: null, status, retryAfterMs: null };
      expect(kindsOf[meaning]).toContain(toPartnerError('/x', fault).kind);
    }
  });
});
