import { describe, expect, it } from 'vitest';
import { toPartnerError } from '../src/lazada/protocol/errors.ts';
import { feeTable } from '../src/lazada/money/fee-table.ts';
import { deriveReturn } from '../src/lazada/returns/return-mapping.ts';
import { createLazadaPushReader } from '../src/lazada/push.ts';
import { knownStatuses, mapStatus } from '../src/lazada/protocol/statuses.ts';
import { createRawItem } from '../src/parsing/items.ts';
import { documentedValues, loadDocument } from './reference-document.ts';
import { errorKindsFor } from './meanings.ts';

const document = loadDocument('lazada');
const { errors, webhooks } = document;
const valuesOf = (name: string) => documentedValues(document, name);

/** Derives a reverse order with one line. */
function returnWith(request_type: string, reverse_status: string) {
  const line = {
    reverse_order_line_id: 1,
    trade_order_line_id: 2,
    reverse_status,
    refund_amount: 1000,
    return_order_line_gmt_create: 1_730_000_000,
    return_order_line_gmt_modified: 1_730_000_000,
  };
  const body = {
    reverse_order_id: 3,
    trade_order_id: 4,
    request_type,
    reverse_order_lines: [line],
  };
  const raw = createRawItem('return', '3', new Date(0), Buffer.from(JSON.stringify(body)));
  return deriveReturn([raw], { region: 'VN' });
}

describe('every documented value of Lazada', () => {
  it.each(valuesOf('ItemStatus'))('maps the item status %s', (status) => {
    expect(mapStatus(status).stage).not.toBe('unknown');
  });

  it('knows the documented item statuses, and no others', () => {
    const documented = new Set(valuesOf('ItemStatus').map((status) => status.toLowerCase()));
    expect([...knownStatuses].toSorted()).toEqual([...documented].toSorted());
  });

  // Statuses of cancellations, which never become returns.
  const ofCancellations = ['CANCEL_SUCCESS', 'AGREE_CANCEL_ORDER', 'REJECT_CANCEL_ORDER'];
  it.each(valuesOf('ReverseStatus').filter((status) => !ofCancellations.includes(status)))(
    'maps the reverse status %s',
    (status) => {
      expect(returnWith('RETURN', status).canonical).toMatchObject({ flags: [] });
    },
  );

  it.each(valuesOf('ReverseRequestType'))('maps the request type %s', (type) => {
    const { canonical, reject } = returnWith(type, 'REQUEST_INITIATE');
    if (type === 'CANCEL') expect(reject?.reason).toMatch(/cancellation/);
    else expect(canonical?.kind).not.toBe('unknown');
  });

  // Chats, videos, promotions, categories, reviews and stock-ins change no metric; 8 is about the application's token.
  const ignored = ['2', '7', '8', '11', '12', '21', '35', '46'];
  /** Reads a push of the type. */
  const push = (message_type: number) => {
    const { read } = createLazadaPushReader({ appKey: 'k', appSecret: 's' });
    const data = { trade_order_id: '2' };
    const body = { seller_id: '1', message_type, data, site: 'lazada_vn' };
    return read(Buffer.from(JSON.stringify(body)));
  };

  it('stores a push of an undocumented type without hints', () => {
    expect(push(987)).toEqual({ eventId: null, topic: '987', hints: [] });
  });

  it.each(valuesOf('MessageType'))('reads a push of the type %s', (type) => {
    expect(push(Number(type))?.topic).toBe(type);
    expect(push(Number(type))?.hints.length === 0).toBe(ignored.includes(type));
    if (!ignored.includes(type)) expect(webhooks.map((each) => each.type)).toContain(type);
  });

  it('knows the documented fee types, and no others', () => {
    const known = Object.keys(feeTable).toSorted();
    expect(known).toEqual([...valuesOf('FeeType')].toSorted());
  });

  it.each(errors.map(({ code, meaning }) => [code, meaning] as const))(
    'maps the error %s to the kind %s',
    (code, meaning) => {
      const fault = { code, type: 'ISV', message: null, requestId: null };
      expect(errorKindsFor(meaning)).toContain(toPartnerError('/any', fault).kind);
    },
  );
});
