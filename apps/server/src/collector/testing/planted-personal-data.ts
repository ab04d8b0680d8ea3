/** Plants unique marks in the personal fields of responses, so that a search finds each place that stores one. */
export interface PlantedPersonalData {
  /** Prefix of every mark. */
  prefix: string;
  /** Number of marks planted so far. */
  count(): number;
  mark(): string;
  /** Fetches, and plants marks into every JSON response. */
  fetch: typeof fetch;
}

type Members = Record<string, unknown>;
type Plant = () => string;

const address = (mark: Plant): Members => ({
  name: mark(),
  first_name: mark(),
  last_name: mark(),
  full_name: mark(),
  phone: mark(),
  phone2: mark(),
  phone_number: mark(),
  email: mark(),
  street: mark(),
  ward: mark(),
  district: mark(),
  town: mark(),
  full_address: mark(),
  address: mark(),
  address1: mark(),
  address2: mark(),
  address_detail: mark(),
  address_line1: mark(),
  addressDsitrict: mark(),
  zipcode: mark(),
  postal_code: mark(),
  post_code: mark(),
  geolocation: { latitude: mark(), longitude: mark() },
  district_info: [{ address_level: 'L3', address_level_name: 'ward', address_name: mark() }],
});

/** Personal fields that the partners document, with the test that recognizes the object. */
const fields: readonly { is: (value: Members) => boolean; plant: (mark: Plant) => Members }[] = [
  {
    // Shopee: order/get_order_detail.
    is: (value) => 'order_sn' in value && 'order_status' in value,
    plant: (mark) => ({
      buyer_user_id: mark(),
      buyer_username: mark(),
      buyer_cpf_id: mark(),
      message_to_seller: mark(),
      note: mark(),
      dropshipper: mark(),
      dropshipper_phone: mark(),
      invoice_data: { number: mark(), series_number: mark(), access_key: mark() },
      recipient_address: address(mark),
    }),
  },
  {
    // Shopee: returns/get_return_detail.
    is: (value) => 'return_sn' in value,
    plant: (mark) => ({
      user: { username: mark(), email: mark(), portrait: mark() },
      text_reason: mark(),
      return_pickup_address: address(mark),
    }),
  },
  {
    // Shopee: payment/get_escrow_detail and get_wallet_transaction_list.
    is: (value) => 'order_income' in value || 'wallet_type' in value || 'transaction_type' in value,
    plant: (mark) => ({ buyer_user_name: mark(), buyer_name: mark() }),
  },
  {
    // TikTok Shop: order/202309/orders.
    is: (value) => 'line_items' in value,
    plant: (mark) => ({
      user_id: mark(),
      buyer_email: mark(),
      buyer_message: mark(),
      buyer_nickname: mark(),
      buyer_avatar: mark(),
      seller_note: mark(),
      cpf: mark(),
      cpf_name: mark(),
      recipient_address: address(mark),
    }),
  },
  {
    // TikTok Shop: return_refund/202309/returns.
    is: (value) => 'return_id' in value,
    plant: (mark) => ({ buyer_message: mark(), return_recipient_address: address(mark) }),
  },
  {
    // Lazada: orders/get.
    is: (value) => 'order_number' in value && 'statuses' in value,
    plant: (mark) => ({
      customer_first_name: mark(),
      customer_last_name: mark(),
      gift_message: mark(),
      remarks: mark(),
      buyer_note: mark(),
      delivery_info: mark(),
      national_registration_number: mark(),
      tax_code: mark(),
      extra_attributes: JSON.stringify({ TaxInvoiceRequested: true, email: mark(), phone: mark() }),
      recipient_info: { passport_no: mark(), identify_no: mark(), detail_address: mark() },
      address_billing: address(mark),
      address_shipping: address(mark),
    }),
  },
  {
    // Lazada: orders/items/get.
    is: (value) => 'order_item_id' in value && 'paid_price' in value,
    plant: (mark) => ({
      buyer_id: mark(),
      digital_delivery_info: mark(),
      extra_attributes: JSON.stringify({ buyer_email: mark() }),
    }),
  },
  {
    // Lazada: reverse/getreverseordersforseller.
    is: (value) => 'reverse_order_id' in value,
    plant: (mark) => ({ buyer: { user_id: mark(), name: mark() }, receiver_address: mark() }),
  },
  {
    // Tiki: integration/v2/orders.
    is: (value) => 'code' in value && 'items' in value && 'fulfillment_type' in value,
    plant: (mark) => ({
      customer: { full_name: mark(), email: mark(), phone_number: mark() },
      shipping: { status: 'shipping', address: address(mark) },
      billing_address: address(mark),
      tax_info: { code: mark(), address: mark(), company_name: mark() },
      note: mark(),
    }),
  },
  {
    // Facebook: an ad account and the user with access to it.
    is: (value) => 'account_id' in value && 'timezone_name' in value,
    plant: (mark) => ({
      user: { name: mark(), email: mark() },
      contact_name: mark(),
      phone: mark(),
    }),
  },
  {
    // Lazada and Tiki: the seller's own record.
    is: (value) => 'seller_id' in value && 'email' in value,
    plant: (mark) => ({ email: mark(), phone: mark() }),
  },
];

export function plantPersonalData(prefix: string, real: typeof fetch): PlantedPersonalData {
  let planted = 0;
  const mark = () => {
    planted += 1;
    return `${prefix}${planted}`;
  };

  function grow(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(grow);
    if (!isMembers(value)) return value;
    const grown: Members = {};
    for (const [key, member] of Object.entries(value)) grown[key] = grow(member);
    for (const { is, plant } of fields) if (is(value)) Object.assign(grown, plant(mark));
    return grown;
  }

  return {
    prefix,
    count: () => planted,
    mark,
    async fetch(input, init) {
      const response = await real(input, init);
      const text = await response.text();
      const { status, headers } = response;
      try {
        return new Response(textOf(grow(parseExactly(text))), {
          status,
          headers: withoutLength(headers),
        });
      } catch {
        return new Response(text, { status, headers: withoutLength(headers) });
      }
    },
  };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

/** Marks numbers to keep their digits: ids have more than a double can hold. No text of the sandbox begins with it. */
const number = '\u0001';

function parseExactly(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined
      ? `${number}${context.source}`
      : value,
  );
}

function textOf(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"\\u0001([^"]*)"/g, '$1');
}

function withoutLength(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-length', 'content-encoding']) kept.delete(name);
  return kept;
}
