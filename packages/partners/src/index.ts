export type * from './ads-connector.ts';
export type * from './canonical.ts';
export type * from './canonical-ads.ts';
export type * from './canonical-money.ts';
export type * from './connector.ts';
export type * from './money-readings.ts';
export type { Hint, Push, PushReader } from './push.ts';
export { redactPersons } from './redact-persons.ts';
export {
  PartnerError,
  type PartnerErrorDetails,
  type PartnerErrorKind,
  type ThrottleScope,
} from './partner-error.ts';
export {
  createFacebookConnector,
  facebookHosts,
  type FacebookApplication,
} from './facebook/index.ts';
export { createLazadaConnector, lazadaHosts, type LazadaApplication } from './lazada/index.ts';
export { createLazadaPushes } from './lazada/push.ts';
export { createShopeePushes, type ShopeePushSettings } from './shopee/push.ts';
export { createTikTokPushes } from './tiktok/push.ts';
export { createShopeeConnector, shopeeHosts, type ShopeeApplication } from './shopee/index.ts';
export { createTikTokConnector, tikTokHosts, type TikTokApplication } from './tiktok/index.ts';
export { createTikiConnector, tikiHosts, type TikiApplication } from './tiki/index.ts';
