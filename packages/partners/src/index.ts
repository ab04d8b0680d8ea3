export type * from './connector/ads-connector.ts';
export type * from './canonical/canonical.ts';
export type * from './canonical/ads.ts';
export type * from './canonical/money.ts';
export type * from './connector/connector.ts';
export type * from './connector/money-sources.ts';
export type * from './connector/shop-access.ts';
export type { Hint, Push, PushReader } from './connector/push.ts';
export { contentId, contentIdPrefix } from './parsing/raw-item.ts';
export { redactPersons } from './parsing/redact-persons.ts';
export {
  PartnerError,
  type PartnerErrorDetails,
  type PartnerErrorKind,
  type ThrottleScope,
} from './connector/partner-error.ts';
export {
  createFacebookConnector,
  facebookHosts,
  type FacebookApplication,
} from './facebook/index.ts';
export { createLazadaConnector, lazadaHosts, type LazadaApplication } from './lazada/index.ts';
export { createLazadaPushReader } from './lazada/push.ts';
export { createShopeePushReader, type ShopeePushOptions } from './shopee/push.ts';
export { createTikTokPushReader } from './tiktok/push.ts';
export { createShopeeConnector, shopeeHosts, type ShopeeApplication } from './shopee/index.ts';
export { createTikTokConnector, tikTokHosts, type TikTokApplication } from './tiktok/index.ts';
export { createTikiConnector, tikiHosts, type TikiApplication } from './tiki/index.ts';
