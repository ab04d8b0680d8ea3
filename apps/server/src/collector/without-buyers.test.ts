import { expect, it } from 'vitest';
import { withoutBuyers } from './without-buyers.ts';

it('leaves out who the buyer is and where they live, and nothing else', () => {
  const answer = `{
    "order_sn": "2611110ABC", "total_amount": 162000.50, "order_id": 576543210987654321,
    "buyer_username": "lan.nguyen", "buyer_user_id": 812345, "buyer_email": "lan@example.com",
    "buyer_cancel_reason": "Đổi ý", "buyer_paid_shipping_fee": 12000, "is_buyer_request_cancel": false,
    "message_to_seller": "Giao buổi chiều", "note": "",
    "item_list": [{ "item_name": "Nón lá", "name": "Nón lá", "address_updated_at": null }],
    "recipient_address": {
      "name": "Nguyễn Lan", "phone": "0901234567", "city": "TP. Hồ Chí Minh", "zipcode": 700000,
      "district_info": [{ "address_level_name": "ward", "address_name": "Bến Nghé" }]
    },
    "customer": { "id": 5, "full_name": "Nguyễn Lan" },
    "shipping": { "status": "shipping", "address": { "street": "1 Lê Lợi", "full_name": "Lan" } }
  }`;
  const shown = withoutBuyers(answer);
  for (const told of [
    'lan',
    'Lan',
    '0901',
    'Lê Lợi',
    'Bến Nghé',
    '700000',
    '812345',
    'buổi chiều',
  ]) {
    expect(shown).not.toContain(told);
  }
  for (const kept of [
    '"order_id":576543210987654321',
    '"total_amount":162000.50',
    '"buyer_cancel_reason":"Đổi ý"',
    '"buyer_paid_shipping_fee":12000',
    '"is_buyer_request_cancel":false',
    '"item_name":"Nón lá","name":"Nón lá","address_updated_at":null',
    '"city":"TP. Hồ Chí Minh"',
    '"phone":"•••"',
    '"note":""',
    '"status":"shipping"',
  ]) {
    expect(shown).toContain(kept);
  }
});

it('tells nothing of what cannot be read', () => {
  expect(withoutBuyers('Nguyễn Lan')).toBe('"•••"');
});
