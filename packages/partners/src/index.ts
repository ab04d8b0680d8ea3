export type * from './canonical.ts';
export type * from './connector.ts';
export {
  PartnerError,
  type PartnerErrorDetails,
  type PartnerErrorKind,
  type ThrottleScope,
} from './partner-error.ts';
export { createLazadaConnector, lazadaHosts, type LazadaApplication } from './lazada/index.ts';
export { createShopeeConnector, shopeeHosts, type ShopeeApplication } from './shopee/index.ts';
export { createTikiConnector, tikiHosts, type TikiApplication } from './tiki/index.ts';
