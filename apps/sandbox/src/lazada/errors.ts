/** Error codes of the Lazada Open Platform, as far as the supported calls return them. */

type ErrorType = 'ISV' | 'ISP' | 'SYSTEM';

interface CatalogueEntry {
  readonly type: ErrorType;
  readonly message: string;
}

const errorCatalogue: Readonly<Record<string, CatalogueEntry>> = {
  IllegalAccessToken: { type: 'ISV', message: 'The specified access token is invalid or expired' },
  MissingAccessToken: { type: 'ISV', message: 'The access token is missing' },
  IllegalRefreshToken: {
    type: 'ISV',
    message: 'The specified refresh token is invalid or expired',
  },
  InvalidCode: { type: 'ISV', message: 'Invalid authorization code' },
  AUTH_TYPE_UNSUPPORTED: {
    type: 'ISV',
    message: 'A subscription-bound authorization cannot be refreshed',
  },
  IncompleteSignature: {
    type: 'ISV',
    message: 'The request signature does not conform to lazada standards',
  },
  MissingParameter: { type: 'ISV', message: 'A mandatory parameter is missing' },
  InvalidAppKey: { type: 'ISV', message: 'The specified app key is invalid' },
  APP_KEY_INVALID: { type: 'ISV', message: 'The specified app key is invalid' },
  InvalidApi: { type: 'ISV', message: 'The specified API is invalid' },
  InvalidApiPath: { type: 'ISV', message: 'The specified API path is invalid' },
  InvalidTimestamp: { type: 'ISV', message: 'The timestamp is malformed or out of range' },
  InsufficientPermission: { type: 'ISV', message: 'The app may not call this API' },
  AppNotSubscribed: { type: 'ISV', message: 'The seller has no subscription of this app' },
  AppWhiteIpLimit: {
    type: 'ISV',
    message: 'The caller address is not on the whitelist of the app',
  },
  SellerNotActive: { type: 'ISP', message: 'The seller is not active' },
  SellerNotVerified: { type: 'ISP', message: 'The seller is not verified' },
  SELLER_NOT_PERMITTED: { type: 'ISP', message: 'The seller is not permitted' },
  Mp3SellerApiLimit: { type: 'ISP', message: 'This API is not available for this kind of seller' },
  ApiCallLimit: { type: 'ISV', message: 'Api access frequency exceeds the limit.' },
  AppCallLimit: { type: 'ISV', message: 'App access frequency exceeds the limit.' },
  AppApiCallLimit: { type: 'ISV', message: 'App access frequency of this api exceeds the limit.' },
  SellerCallLimit: { type: 'ISV', message: 'Seller access frequency exceeds the limit.' },
  IopSystemFlowlimit: { type: 'SYSTEM', message: 'The gateway limits its flow' },
  ServiceCurrentlimit: { type: 'SYSTEM', message: 'The service limits its flow' },
  ServiceTimeout: { type: 'ISP', message: 'The service did not answer in time' },
  '901': { type: 'ISP', message: 'Limit service request speed in server side temporarily.' },
  '1002': { type: 'ISP', message: 'The backend limits its flow' },
  E1002: { type: 'ISP', message: 'The backend limits its flow' },
  '5': { type: 'ISP', message: 'E005: Invalid request format' },
  '6': { type: 'ISP', message: 'E006: Unexpected internal error' },
  '501': { type: 'ISP', message: 'E501: Update product failed' },
  E501: { type: 'ISP', message: 'E501: Update product failed' },
  '506': { type: 'ISP', message: 'E506: Get item failed' },
  '513': { type: 'ISP', message: 'E513: Too many requests' },
  '1000': { type: 'ISP', message: 'E1000: Internal application error' },
  '14': { type: 'ISP', message: 'E014: Invalid offset' },
  '16': { type: 'ISP', message: 'E016: Invalid order id' },
  '17': { type: 'ISP', message: 'E017: Invalid date format' },
  '19': { type: 'ISP', message: 'E019: Invalid limit' },
  '36': { type: 'ISP', message: 'E036: Invalid status filter' },
  '37': { type: 'ISP', message: 'E037: One or more order ids in the list are incorrect' },
  '38': { type: 'ISP', message: 'E038: Too many orders were requested' },
  '39': { type: 'ISP', message: 'E039: No orders were found' },
  '56': { type: 'ISP', message: 'E056: Invalid order ids format, use array format' },
  '70': { type: 'ISP', message: 'E070: Invalid seller SKU list' },
  '74': { type: 'ISP', message: 'E074: Invalid sort direction' },
  '75': { type: 'ISP', message: 'E075: Invalid sort field' },
  '200': { type: 'ISP', message: 'E200: Invalid item id' },
  '207': { type: 'ISP', message: 'E207: Get item failed' },
  '208': { type: 'ISP', message: 'E208: Item not found' },
  '105': { type: 'ISP', message: 'E105: Reverse order not found' },
  '1000012': { type: 'ISP', message: 'E1000012: The time span must be under 180 days' },
  '1000014': { type: 'ISP', message: 'E1000014: Unknown transaction type' },
  EDIT_ITEM_NOT_BELONG_SELLER: { type: 'ISP', message: 'The item does not belong to the seller' },
};

/** A response with an error envelope. Its HTTP status is 200. */
export class LazadaError extends Error {
  override readonly name = 'LazadaError';
  readonly code: string;
  readonly type: ErrorType;

  constructor(code: string, detail = '') {
    const entry = errorCatalogue[code] ?? { type: 'ISP', message: 'Service error' };
    super(detail === '' ? entry.message : `${entry.message} (${detail})`);
    this.code = code;
    this.type = entry.type;
  }
}

export function missingParameter(name: string): LazadaError {
  return new LazadaError('MissingParameter', `the parameter "${name}" is mandatory`);
}

/** Returns a throttling error that states the duration of the ban. */
export function throttleError(code: string, seconds: number): LazadaError {
  const error = new LazadaError(code);
  if (code.endsWith('CallLimit')) error.message += ` this ban will last ${seconds} seconds`;
  return error;
}
