/** The test application and Official Account at the sandbox's Zalo, and its options. */
import {
  booleanOption,
  createOptionUpdater,
  integerOption,
  listOf,
  nonNegativeIntegerOption,
  recordOption,
} from '../options.ts';

export const zaloApplication = {
  appId: '1240000000000000001',
  secretKey: 'SandboxZaloSecretKey01',
  officialAccountId: '4240000000000000001',
  /** Signs what Zalo sends to the webhook. Not the application's secret key. */
  officialAccountSecretKey: 'SandboxZaloOaSecretKey01',
  /** What the operator gets from the console at first; each refresh replaces it. */
  refreshToken: 'sandbox-zalo-refresh-token-0',
} as const;

/** Approved templates with their parameters. The first one is for codes, which are sent at night too. */
export const zaloTemplates: Readonly<Record<string, readonly string[]>> = {
  '300001': ['otp'],
  '300002': ['title', 'text', 'path', 'mute'],
};

export interface ZaloOptions {
  /** Lifetime of an access token, in seconds. */
  readonly accessTokenSeconds: number;
  /** Lifetime of a refresh token, in seconds. */
  readonly refreshTokenSeconds: number;
  /** Messages that the Official Account may send a day. */
  readonly dailyQuota: number;
  /** Whether notifications are refused as from 22:00 to 06:00. */
  readonly isNight: boolean;
  /** Error codes by phone number, such as -118 for one without Zalo. Others have Zalo. */
  readonly refusals: Readonly<Record<string, unknown>>;
  /** Phone numbers to which messages are accepted but never arrive. */
  readonly unreachable: readonly string[];
}

export const defaultZaloOptions: ZaloOptions = {
  accessTokenSeconds: 90_000,
  refreshTokenSeconds: 90 * 86_400,
  dailyQuota: 500,
  isNight: false,
  refusals: {},
  unreachable: [],
};

export const changeZaloOptions = createOptionUpdater<ZaloOptions>({
  accessTokenSeconds: integerOption,
  refreshTokenSeconds: integerOption,
  dailyQuota: nonNegativeIntegerOption,
  isNight: booleanOption,
  refusals: recordOption,
  unreachable: listOf('phone numbers'),
});
