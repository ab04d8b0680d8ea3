import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Platform } from './canonical/canonical.ts';
import type { Connector } from './connector/ads-connector.ts';
import type { Grant } from './connector/connector.ts';
import { createFacebookConnector } from './facebook/connector.ts';
import { createLazadaConnector } from './lazada/connector.ts';
import type { PartnerErrorKind } from './connector/partner-error.ts';
import { createShopeeConnector } from './shopee/connector.ts';
import { createTestEnvironment } from './testing/environment.ts';
import { injectFault } from './testing/faults.ts';
import { startSandbox, type Sandbox } from './testing/sandbox.ts';
import { createTikiConnector } from './tiki/connector.ts';
import { createTikTokConnector } from './tiktok/connector.ts';

/** Space-separated partner codes by error kind. */
type Codes = Partial<Record<PartnerErrorKind, string>>;

/** Error codes listed in a platform's documentation or in its clients. */
interface Catalogue {
  platform: Platform;
  connect: (sandbox: Sandbox) => Connector;
  shop: string;
  /** Sent along with the authorization code. */
  extras?: Record<string, string>;
  reads: Codes;
  /** Path of the token refresh, and the codes it may fail with. */
  renewal: { path: string; codes: Codes };
  /** Maps a code to the code of the PartnerError; identity when absent. */
  nameOf?: (code: string) => string;
}

const environment = createTestEnvironment({ shortenedBy: 10_000 });
const tooMuch = new Set(['100/1487534', '100/1504018']);

const catalogues: readonly Catalogue[] = [
  {
    platform: 'LAZADA',
    connect: (sandbox) => createLazadaConnector(sandbox.lazada, environment),
    shop: '200164501',
    reads: {
      unauthorized: 'IllegalAccessToken MissingAccessToken',
      needs_reauthorization: 'AppNotSubscribed',
      not_permitted: 'InsufficientPermission AppWhiteIpLimit',
      throttled: `
        ApiCallLimit AppCallLimit AppApiCallLimit SellerCallLimit 901 IopSystemFlowlimit
        ServiceCurrentlimit E1002 1002`,
      unavailable: 'ServiceTimeout 6 1000 513 506 207',
      invalid_request: `
        IncompleteSignature MissingParameter InvalidAppKey APP_KEY_INVALID
        InvalidApiPath InvalidApi InvalidTimestamp SellerNotActive SellerNotVerified SELLER_NOT_PERMITTED
        Mp3SellerApiLimit 501 E501 5 14 16 17 19 36 37 38 39 56 70 74 75 105 200 208
        EDIT_ITEM_NOT_BELONG_SELLER 1000012 1000014`,
    },
    renewal: {
      path: '/auth/token/refresh',
      codes: {
        needs_reauthorization: 'IllegalRefreshToken AUTH_TYPE_UNSUPPORTED',
        invalid_request: 'InvalidCode MissingParameter IncompleteSignature',
      },
    },
  },
  {
    platform: 'SHOPEE',
    connect: (sandbox) => createShopeeConnector(sandbox.shopee, environment),
    shop: '310391241',
    extras: { shop_id: '310391241' },
    reads: {
      unauthorized: 'invalid_acceess_token invalid_access_token error_auth',
      needs_reauthorization: 'partner_shop_no_link shop_no_linked',
      throttled: 'error_rate_limit error_limit',
      unavailable:
        'error_server error_network error_data error_inner system_busy error_system_busy',
      not_permitted: `
        error_sign invalid_partner_id shop_banned error_api_permission
        error_ashop_api_permission error_kyc_auth error_partner_key_expired
        error_api_call_restricted api_suspended source_ip_undeclared`,
      invalid_request: `
        error_param order_not_found income_not_found error_not_found exceed_max_limit
        order.order_list_invalid_time time_invalid time_period_too_large
        error_item_not_found`,
    },
    renewal: {
      path: '/api/v2/auth/access_token/get',
      codes: {
        needs_reauthorization: `
        error_shop_refresh_token error_merchant_refresh_token refresh_token_expired
        shop_access_expired merchant_access_expired supplier_access_expired
        shop_no_linked merchant_no_linked supplier_no_linked error_auth`,
        not_permitted: 'shop_banned',
        invalid_request: 'invalid_code invalid_shop_id invalid_main_acount_id',
      },
    },
    // Some modules prefix codes with their own name.
    nameOf: (code) => code.split('.').at(-1) ?? code,
  },
  {
    platform: 'TIKI',
    connect: (sandbox) => createTikiConnector(sandbox.tiki, environment),
    shop: '231907',
    extras: { redirect_uri: 'http://localhost:3000/oauth/callback/tiki' },
    reads: {
      unauthorized: '401',
      throttled: '429',
      unavailable: '500 503',
      not_permitted: '403',
      invalid_request: '400 404 405 406',
    },
    renewal: {
      path: '/sc/oauth2/token',
      codes: {
        needs_reauthorization: 'invalid_grant',
        invalid_request: 'invalid_request invalid_client unauthorized_client',
      },
    },
    nameOf: (code) => (/^\d+$/.test(code) ? `http_${code}` : code),
  },
  {
    platform: 'TIKTOK',
    connect: (sandbox) => createTikTokConnector(sandbox.tiktok, environment),
    shop: '7494391241642441604',
    reads: {
      unauthorized: '105002 105001 101000',
      not_permitted: '105005 36009014 36009033',
      throttled: '36009002',
      unavailable: '36009003 36009007 10037002 10037003 10037004',
      invalid_request: `
        106001 106013 36009004 36009009 36009010 36009021 36009022 36009023
        36009043 36009044 21008111 12052180 12019150 12019045 12019028 12052990`,
    },
    renewal: {
      path: '/api/v2/token/refresh',
      codes: {
        needs_reauthorization: '36004005 36004001',
        invalid_request: '36004004 98001004 36009004',
      },
    },
    nameOf: (code) => (code === '36004004' ? 'invalid_code' : code),
  },
  {
    platform: 'FACEBOOK',
    connect: (sandbox) => createFacebookConnector(sandbox.facebook, environment),
    shop: '884410200164501',
    extras: { redirect_uri: 'http://localhost:3000/oauth/callback/facebook' },
    reads: {
      unauthorized: '102 190 190/458 190/459 190/460 190/463 190/464 190/467 190/492',
      needs_reauthorization: '200 299',
      not_permitted: '3 10',
      throttled: `
        4 4/1504022 4/1504039 17 17/2446079 32 341 613 613/1487742 613/5044001 613/1996
        80000 80003 80004 80014`,
      unavailable: '1 2 2/1504038 2/1504042 2/1504043 2/1504044',
      invalid_request: '100 100/33 100/1487534 100/1504018 100/3191001 368 2635',
    },
    renewal: {
      path: '/oauth/access_token',
      codes: { needs_reauthorization: '190', invalid_request: '101 100' },
    },
    nameOf: (code) => (tooMuch.has(code) ? 'too_much_data' : code),
  },
];

const listed = (codes: Codes) =>
  Object.entries(codes).flatMap(([kind, each]) =>
    each
      .trim()
      .split(/\s+/)
      .map((code): [string, string] => [code, kind]),
  );

const sandbox = await startSandbox({ SANDBOX_SIZE: 'tiny' });
afterAll(() => sandbox.stop());

describe('every error of the catalogues that the sandbox can return', () => {
  describe.each(catalogues)('of $platform', ({ platform, reads, renewal, nameOf, ...how }) => {
    let connector: Connector;
    let grant: Grant;
    beforeAll(async () => {
      connector = how.connect(sandbox);
      grant = await connector.exchangeCode(
        await sandbox.authorize(how.shop, platform),
        how.extras ?? {},
      );
    });
    const read = () => {
      const [shop] = grant.shops;
      if (!shop) throw new Error('The grant opens no shop');
      return connector.readShop({ ...shop, accessToken: grant.accessToken });
    };

    it.each(listed(reads))('maps %s of a fetch to %s', async (code, kind) => {
      await injectFault(sandbox, platform, { kind: 'api_error', code });
      await expect(read()).rejects.toMatchObject({ kind, code: nameOf?.(code) ?? code });
      await injectFault(sandbox, platform);
    });

    it.each(listed(renewal.codes))('maps %s of a refresh to %s', async (code, kind) => {
      await injectFault(sandbox, platform, { kind: 'api_error', code, path: renewal.path });
      await expect(connector.refresh(grant.refreshToken ?? '')).rejects.toMatchObject({
        kind,
        code: nameOf?.(code) ?? code,
      });
      await injectFault(sandbox, platform);
    });

    it('leaves the shop unchanged', async () => {
      expect((await read()).shop.externalShopId).toBe(how.shop);
    });
  });
});
