import type {
  CanonicalOrder,
  CanonicalProduct,
  CanonicalShop,
  Platform,
  RawItem,
  RejectedItem,
} from '../canonical/canonical.ts';
import type { ReturnsSource, SettlementsSource } from './money-sources.ts';
import type { ThrottleScope } from './partner-error.ts';
import type { Push } from './push.ts';
import type { DerivationResult, ShopAccess, ShopContext, TimeWindow } from './shop-access.ts';

/** Tokens and shops of a seller's consent. */
export interface Grant {
  accessToken: string;
  /** Null when the grant cannot be refreshed; the seller must consent again when it expires. */
  refreshToken: string | null;
  accessExpiresAt: Date;
  /** When the seller has to consent again, regardless of token refreshes; null when the partner does not report it. */
  refreshExpiresAt: Date | null;
  /**
   * Every shop that the access token covers. A refresh may omit them. One grant may cover a shop in several countries.
   */
  shops: GrantedShop[];
  /** The partner's name of the login that consented; null when not reported. */
  account: string | null;
}

export interface GrantedShop {
  externalShopId: string;
  region: string;
  /**
   * Overrides the grant's own values. This shop starts its own token chain from the access token it currently shares,
   * and is stored and refreshed separately from the others (Shopee main accounts).
   */
  renewal?: Pick<Grant, 'refreshToken' | 'refreshExpiresAt'>;
}

export interface OrdersPage {
  /** No duplicates. */
  orders: { canonical: CanonicalOrder; raw: RawItem[] }[];
  rejects: RejectedItem[];
  /**
   * Matches in the whole window, as the partner reported on the first page. If the partner reports no count, this is an
   * estimate for windows by creation time with more than a few thousand orders.
   */
  total: number;
  /** Set for orders that `total` leaves out: only their returns changed in the window. */
  isUncounted?: boolean;
  /** Opaque cursor of the next page; null after the last one. */
  next: string | null;
}

/** Orders fetched by id; ids unknown to the partner are omitted. */
export type OrdersById = Pick<OrdersPage, 'orders' | 'rejects'>;

/** Number of orders, as far as a few calls can determine it. */
export interface OrderEstimate {
  orders: number;
  isExact: boolean;
}

export interface ProductsPage {
  /** One entry per listing; `canonical` holds one row per SKU. */
  products: { canonical: CanonicalProduct[]; raw: RawItem }[];
  rejects: RejectedItem[];
  /** Number of listings (not SKUs) in the catalog; null when the partner does not report it. */
  total: number | null;
  next: string | null;
}

/**
 * The interface that all partners share: consent, token exchange and refresh, and the linked shop. A connector knows
 * the wire protocol, but nothing of databases or tenants.
 *
 * Every method rejects only with PartnerError, or with the abort reason of `signal`. Reads are retried a bounded number
 * of times; code exchange and refresh never are.
 */
export interface PartnerConnector {
  readonly platform: Platform;
  /** Grows when the mapping from raw to canonical changes. At the same change time, the newer mapping replaces a row. */
  readonly mappingVersion: number;

  /** Returns the URL of the consent page for the seller's browser. */
  authorizeUrl(input: { state: string; redirectUri: string }): string;
  /**
   * Exchanges an authorization code for tokens. `extras` are further values that a partner requires, such as the
   * `redirect_uri` of the code and parameters of its redirect (Shopee's `shop_id`).
   */
  exchangeCode(code: string, extras?: Readonly<Record<string, string>>): Promise<Grant>;
  /**
   * Refreshes the tokens. A refresh token is single-use: the caller prevents concurrent calls and stores the result at
   * once.
   */
  refresh(refreshToken: string): Promise<Grant>;

  /**
   * Withdraws the whole consent behind the token, with every shop that it covers. Retried until the signal aborts;
   * absent when the partner has no such call.
   */
  readonly withdrawConsent?: (accessToken: string, signal?: AbortSignal) => Promise<void>;

  /** Fetches the shop or ad account of the access. */
  readShop(
    access: ShopAccess,
    signal?: AbortSignal,
  ): Promise<{ shop: CanonicalShop; raw: RawItem }>;
}

/** A marketplace: shops with orders and products. */
export interface MarketplaceConnector extends PartnerConnector {
  readonly kind: 'marketplace';
  /**
   * Returns how far the partner's clock is behind ours, in milliseconds, according to its latest response; negative
   * when it is ahead, null before the first response.
   */
  lagMs(): number | null;
  /** Absent when the partner has no call for returns; only the statuses of orders are available then. */
  readonly returns?: ReturnsSource;
  /** Absent when the partner has no call for payouts. */
  readonly settlements?: SettlementsSource;

  /** Fetches one page of orders with their items, oldest first. `from` is null for the first page. */
  readOrders(
    access: ShopAccess,
    window: TimeWindow,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<OrdersPage>;
  /**
   * Fetches orders by id. Above `maxIds` orders, fetching the changes takes fewer calls. Absent when the partner has no
   * such call.
   */
  readonly ordersById?: {
    readonly maxIds: number;
    /** Omits ids that the partner does not know or that belong to another shop. */
    read(
      access: ShopAccess,
      orderIds: readonly string[],
      signal?: AbortSignal,
    ): Promise<OrdersById>;
  };
  /** Returns the exact number of orders, with as many calls as it takes: the count proves that a window is complete. */
  countOrders(access: ShopAccess, window: TimeWindow, signal?: AbortSignal): Promise<number>;
  /** Absent when `countOrders` takes a single call. */
  estimateOrders?(
    access: ShopAccess,
    window: TimeWindow,
    signal?: AbortSignal,
  ): Promise<OrderEstimate>;
  /** Returns when the shop's first order was placed; null for a shop without orders. */
  firstOrderAt(access: ShopAccess, signal?: AbortSignal): Promise<Date | null>;
  /**
   * Returns the latest update time of all orders, with one call; null when the response does not show it. Absent when
   * the partner offers no such query.
   */
  newestChangeAt?(access: ShopAccess, signal?: AbortSignal): Promise<Date | null>;
  readProducts(
    access: ShopAccess,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<ProductsPage>;

  /** Absent when the partner has none. */
  readonly events?: EventQueue;

  /** Derives the canonical order from its stored raw items (`order` and `order_items`). Pure. */
  deriveOrder(raw: readonly RawItem[], shop: ShopContext): DerivationResult<CanonicalOrder>;
  /** Derives the canonical rows of one stored `product`. Pure. */
  deriveProduct(raw: RawItem, shop: ShopContext): DerivationResult<CanonicalProduct[]>;
}

/** Result of one pull from an event queue. */
interface EventBatch {
  /** Oldest first, each with an id; may contain duplicates of earlier pulls. */
  events: readonly Push[];
  /** Passed to the next pull, acknowledges these events; null when there is nothing to acknowledge. */
  ackId: string | null;
}

/** A partner's queue of events, or of events that it could not deliver. */
export interface EventQueue {
  /** Minimum interval between pulls in milliseconds; no minimum when absent. */
  readonly everyMs?: number;
  /** Returns the code of the application's queue of this name; creates the queue if necessary. */
  open(name: string, signal?: AbortSignal): Promise<string>;
  /** Subscribes the queue to a shop's events. Idempotent. */
  subscribe(access: ShopAccess, code: string, signal?: AbortSignal): Promise<void>;
  /**
   * Returns the next events in the order in which they occurred. Without the `ackId` of the previous pull, or with an
   * old one, the same events are returned again.
   */
  pull(code: string, ackId: string | null, signal?: AbortSignal): Promise<EventBatch>;
}

/** A call on the wire, before it is made. `shop` is null for token calls. */
export interface PartnerCall {
  platform: Platform;
  /** The application's key at the partner. */
  app: string;
  /** `<region>:<external shop id>` */
  shop: string | null;
  endpoint: string;
  signal?: AbortSignal | undefined;
}

interface ConnectorLog {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** Dependencies of a connector. */
export interface ConnectorEnvironment {
  fetch: typeof fetch;
  /** The current time; also determines when tokens expire. */
  clock: () => Date;
  log: ConnectorLog;
  /**
   * Awaited before every call on the wire. The rate limiter implements it:
   * `apps/server/src/partners/limits/rate-limiter.ts`.
   */
  beforeCall(call: PartnerCall): Promise<void>;
  /** Called when the partner throttles a call; `waitMs` is the cooldown of the scope. */
  onThrottled(call: PartnerCall, throttle: { scope: ThrottleScope; waitMs: number }): Promise<void>;
  /** Timeout of a call, in milliseconds. */
  timeoutMs: number;
  /** Delay between retries; replaced in tests. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Uniform in [0, 1), for jitter. */
  random(): number;
}
