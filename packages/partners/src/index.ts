export type * from './connector/ads-connector.ts';
export type * from './canonical/canonical.ts';
export type * from './canonical/ads.ts';
export type * from './canonical/money.ts';
export type * from './connector/connector.ts';
export type * from './connector/money-sources.ts';
export type * from './connector/shop-access.ts';
export type { Hint, Push, PushReader } from './connector/push.ts';
export { contentId, contentIdPrefix } from './parsing/items.ts';
export { redactPersons } from './parsing/redact-persons.ts';
export {
  PartnerError,
  type PartnerErrorDetails,
  type PartnerErrorKind,
  type ThrottleScope,
} from './connector/partner-error.ts';
export { createFacebookConnector } from './facebook/connector.ts';
export { facebookHosts, type FacebookApplication } from './facebook/client.ts';
export { createLazadaConnector } from './lazada/connector.ts';
export { lazadaHosts, type LazadaApplication } from './lazada/protocol/client.ts';
export { createLazadaPushReader } from './lazada/push.ts';
export { createShopeePushReader, type ShopeePushOptions } from './shopee/push.ts';
export { createTikTokPushReader } from './tiktok/push.ts';
export { createShopeeConnector } from './shopee/connector.ts';
export { shopeeHosts, type ShopeeApplication } from './shopee/protocol/client.ts';
export { createTikTokConnector } from './tiktok/connector.ts';
export { tikTokHosts, type TikTokApplication } from './tiktok/protocol/client.ts';
export { createTikiConnector } from './tiki/connector.ts';
export { tikiHosts, type TikiApplication } from './tiki/client.ts';
