/** Shopee's error codes and messages. */
const messages: Readonly<Record<string, string>> = {
  error_param: 'Invalid parameter.',
  error_sign: 'Wrong sign.',
  error_auth: 'Invalid access_token.',
  invalid_partner_id: 'Invalid partner_id, please have a check.',
  invalid_acceess_token: 'Invalid access_token, please have a check.',
  partner_shop_no_link: 'Partner and shop has no linked.',
  shop_banned: 'The shop is banned.',
  error_api_permission: 'No permission to current api.',
  error_ashop_api_permission: 'The affiliate shop has no permission to current api.',
  error_kyc_auth: 'The shop has not passed KYC, no permission to current api.',
  error_partner_key_expired: 'The partner key has expired, please reset it in the console.',
  error_api_call_restricted: 'The app is restricted, please contact the OpenAPI support team.',
  api_suspended: 'The api is suspended.',
  source_ip_undeclared: 'The source IP is not in the IP whitelist of the app.',
  error_limit: 'The daily call limit is reached.',
  error_rate_limit: 'Too many requests, please try again later.',
  error_server: 'Something wrong. Please try later.',
  error_network: 'Inner http call failed.',
  error_data: 'Data error, please try later.',
  error_inner: 'System error, please try again later or contact the OpenAPI support team.',
  error_system_busy: 'System is busy, please try again later.',
  system_busy: 'Our system is taking some time to process, please try later.',
  invalid_code: 'Invalid code, please have a check.',
  invalid_shop_id: 'The shop_id does not belong to this code.',
  invalid_main_acount_id: 'The main_account_id does not belong to this code.',
  error_shop_refresh_token: 'Wrong shop_id or refresh_token.',
  error_merchant_refresh_token: 'Wrong merchant_id or refresh_token.',
  refresh_token_expired: 'Your refresh_token is expired, please have a check.',
  shop_access_expired: 'The shop authorization has expired, please authorize again.',
  merchant_access_expired: 'The merchant authorization has expired, please authorize again.',
  supplier_access_expired: 'The supplier authorization has expired, please authorize again.',
  merchant_no_linked: 'The merchant is not linked to the partner.',
  supplier_no_linked: 'The supplier is not linked to the partner.',
  shop_no_linked: 'The shop is not linked to the partner.',
  'order.order_list_invalid_time': 'Start time must be earlier than end time and diff in 15 days.',
  time_invalid: 'The start time is after the end time.',
  time_period_too_large: 'The time period is longer than 15 days.',
  error_not_found: 'Wrong parameters, detail: the order is not found.',
  'common.error_not_found': 'supplier order item income not found',
  order_not_found: 'The order is not found.',
  income_not_found: 'The income of the order is not found.',
  error_item_not_found: 'Product not found.',
  exceed_max_limit: 'The number of orders exceeds the limit.',
};

/** Codes returned with the HTTP status of a failed authentication. */
const refusalCodes = new Set([
  'error_sign',
  'error_auth',
  'invalid_partner_id',
  'invalid_acceess_token',
  'partner_shop_no_link',
  'shop_banned',
  'error_api_permission',
  'error_ashop_api_permission',
  'error_kyc_auth',
  'error_partner_key_expired',
  'error_api_call_restricted',
  'api_suspended',
  'source_ip_undeclared',
  'invalid_code',
  'invalid_shop_id',
  'invalid_main_acount_id',
  'error_shop_refresh_token',
  'error_merchant_refresh_token',
  'refresh_token_expired',
  'shop_access_expired',
  'merchant_access_expired',
  'supplier_access_expired',
  'shop_no_linked',
  'merchant_no_linked',
  'supplier_no_linked',
]);

/** A response with an error in its envelope. */
export class ShopeeError extends Error {
  override readonly name = 'ShopeeError';
  readonly code: string;
  readonly isRefusal: boolean;

  constructor(code: string, message?: string) {
    super(message ?? messages[code] ?? 'Something wrong. Please try later.');
    this.code = code;
    this.isRefusal = refusalCodes.has(code);
  }
}
