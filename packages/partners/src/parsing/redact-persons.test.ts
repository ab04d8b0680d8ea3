import { expect, it } from 'vitest';
import { redactPersons } from './redact-persons.ts';

const redact = (json: string) => redactPersons(Buffer.from(json)).toString();

it('redacts the buyer’s identity and address, and nothing else', () => {
  const answer = `{
    "order_sn": "2611110ABC", "total_amount": 162000.50, "order_id": 576543210987654321,
    "buyer_username": "lan.nguyen", "buyer_user_id": 812345, "buyer_email": "lan@example.com",
    "buyer_cancel_reason": "Đổi ý", "buyer_paid_shipping_fee": 12000, "is_buyer_request_cancel": false,
    "message_to_seller": "Giao buổi chiều", "note": "", "note_update_time": 1762000000, "user_id": "8123",
    "item_list": [{ "item_name": "Nón lá", "name": "Nón lá", "address_updated_at": null }],
    "recipient_address": {
      "name": "Nguyễn Lan", "phone": "0901234567", "city": "TP. Hồ Chí Minh", "zipcode": 700000,
      "district_info": [{ "address_level_name": "ward", "address_name": "Bến Nghé" }]
    },
    "customer": { "id": 5, "full_name": "Nguyễn Lan" },
    "buyer_payment_info": { "buyer_total_amount": 98000, "buyer_payment_method": "lan-visa-4242" },
    "shipping": { "status": "shipping", "address": { "street": "1 Lê Lợi", "full_name": "Lan" } }
  }`;
  const stored = redact(answer);
  for (const personalValue of 'lan,Lan,0901,Lê Lợi,Bến Nghé,700000,8123,buổi chiều'.split(',')) {
    expect(stored).not.toContain(personalValue);
  }
  for (const kept of [
    '"order_sn": "2611110ABC", "total_amount": 162000.50, "order_id": 576543210987654321',
    '"buyer_cancel_reason": "Đổi ý"',
    '"buyer_paid_shipping_fee": 12000',
    '"is_buyer_request_cancel": false',
    '"item_name": "Nón lá", "name": "Nón lá", "address_updated_at": null',
    '"city": "TP. Hồ Chí Minh"',
    '"phone": "•••"',
    '"note": "", "note_update_time": 1762000000',
    '"buyer_total_amount": 98000',
    '"status": "shipping"',
  ]) {
    expect(stored).toContain(kept);
  }
});

it('returns the same bytes without personal data, and for redacted data', () => {
  const plain = Buffer.from(
    '{"order_id":1, "items":[{"name":"{Áo} \\u0041\\"","qty":0.10}], "note":""}',
  );
  expect(redactPersons(plain)).toBe(plain);
  const once = redactPersons(Buffer.from('{"buyer":{"name":"Lan","age":[31]},"phone":"0901"}'));
  expect(once.toString()).toBe('{"buyer":{"name":"•••","age":["•••"]},"phone":"•••"}');
  expect(redactPersons(once)).toBe(once);
});

it('redacts within JSON strings, and under escaped keys', () => {
  expect(
    redact('{"extra_attributes":"{\\"phone\\":\\"0901\\",\\"TaxInvoiceRequested\\":true}"}'),
  ).toBe('{"extra_attributes":"{\\"phone\\":\\"•••\\",\\"TaxInvoiceRequested\\":true}"}');
  expect(redact('{"extra_attributes":" {\\"phone\\":\\"0901\\"}"}')).toBe(
    '{"extra_attributes":" {\\"phone\\":\\"•••\\"}"}',
  );
  expect(redact('{"buyer\\u005fname":"Lan"}')).toBe('{"buyer\\u005fname":"•••"}');
});

it.each([
  'Nguyễn Lan',
  '{"order_id":1',
  '{"order_id":1}, "Lan"',
  '{"order_id":Lan}',
  '{"order_id" "Lan"}',
  '["\\',
  `${'['.repeat(2000)}"Lan"${']'.repeat(2000)}`,
])('redacts everything that is not JSON: %.20s', (text) => {
  expect(redact(text)).toBe('"•••"');
});
