import type { KeyObject } from 'node:crypto';
import type { AdsConnector } from './ads-connector.ts';
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

/** What a seller's consent gave us. */
export interface Grant {
  accessToken: string;
  /** null: this grant cannot be renewed; the seller must consent again when it ends. */
  refreshToken: string | null;
  accessExpiresAt: Date;
  /** When the seller has to consent again, however often the tokens are renewed; null when the partner does not say. */
  refreshExpiresAt: Date | null;
  /** Every shop that the access token opens (a refresh may leave them out); one grant may open a shop in several countries. */
  shops: GrantedShop[];
  /** The partner's name of the login that consented, when it tells. */
  account: string | null;
}

export interface GrantedShop {
  externalShopId: string;
  region: string;
  /**
   * This shop begins a chain of tokens of its own with the access token that it shares now, and is kept and renewed
   * apart from the others (Shopee's main accounts). In place of the grant's own.
   */
  renewal?: Pick<Grant, 'refreshToken' | 'refreshExpiresAt'>;
}

export interface ShopAccess {
  accessToken: string;
  externalShopId: string;
  /** ISO 3166 alpha-2, upper case. */
  region: string;
  /**
   * Key of the buyer hash, one per tenant; without it no buyer key is derived. A `KeyObject` makes hashing three times
   * as fast as its bytes.
   */
  buyerHashKey?: KeyObject | Uint8Array;
}

/**
 * A span of time that orders are read by. Partners differ in whether a boundary second belongs to
 * a window, so neighbouring windows overlap a little and rows are matched by key, not counted twice.
 */
export interface TimeWindow {
  field: 'created' | 'updated';
  from: Date;
  /** Exclusive. */
  to: Date;
}

export interface OrdersPage {
  /** No order twice. */
  orders: { canonical: CanonicalOrder; raw: RawItem[] }[];
  rejects: RejectedItem[];
  /**
   * Matches in the whole window, as the partner said on the window's first page. Where it counts nothing, a window
   * by creation with more than some thousands has an estimate here.
   */
  total: number;
  /** Opaque; hand it back to read on. null: the window is read to its end. */
  next: string | null;
}

/** Orders that were asked for by their ids; those that the partner does not know are left out. */
export type OrdersById = Pick<OrdersPage, 'orders' | 'rejects'>;

/** How many orders there are, as far as a few calls can tell. */
export interface OrderEstimate {
  orders: number;
  isExact: boolean;
}

export interface ProductsPage {
  /** One listing each; `canonical` holds a row per SKU of it. */
  products: { canonical: CanonicalProduct[]; raw: RawItem }[];
  rejects: RejectedItem[];
  /** Listings (not SKUs) in the catalogue, as far as the partner says; null when it does not. */
  total: number | null;
  next: string | null;
}

/** The answer of a derivation from raw items: exactly one of the two is set. */
export type DerivationResult<Row> =
  | { canonical: Row; reject: null }
  | { canonical: null; reject: RejectedItem };

/** What the pages of raw items alone do not say about their shop. */
export type ShopContext = Pick<ShopAccess, 'region' | 'buyerHashKey'>;

/**
 * What every partner does, behind one small interface: it lets a seller consent, hands out tokens and
 * renews them, and tells what was linked. Knows the wire protocol and nothing of databases or tenants.
 * Every method rejects with PartnerError and nothing else, except for an abort by `signal`.
 * Reads are retried a bounded number of times inside; code exchange and refresh never are.
 */
export interface PartnerConnector {
  readonly platform: Platform;
  /** Rises when the mapping from raw to canonical changes; stored rows can then be derived again. */
  readonly mappingVersion: number;

  /** The consent page that the seller's browser is sent to. */
  authorizeUrl(input: { state: string; redirectUri: string }): string;
  /**
   * `extras`: what else a partner wants to see again, such as the `redirect_uri` that the code came to and
   * what its redirect carried (Shopee's `shop_id`).
   */
  exchangeCode(code: string, extras?: Readonly<Record<string, string>>): Promise<Grant>;
  /** Single use: the caller makes sure that no two run at once and stores the answer at once. */
  refresh(refreshToken: string): Promise<Grant>;

  /**
   * Withdraws the whole consent that the token was given by, with every shop that it opens. Repeated within the signal's
   * time; absent for a partner that has no call for it.
   */
  readonly withdrawConsent?: (accessToken: string, signal?: AbortSignal) => Promise<void>;

  /** The shop, or the ad account, that the access opens. */
  readShop(
    access: ShopAccess,
    signal?: AbortSignal,
  ): Promise<{ shop: CanonicalShop; raw: RawItem }>;
}

/** A marketplace: shops with orders and products. */
export interface MarketplaceConnector extends PartnerConnector {
  readonly kind: 'marketplace';
  /**
   * How far the partner's clock is behind ours, in milliseconds, by its newest answer; negative when it is ahead, null
   * before it has said.
   */
  lagMs(): number | null;
  /** Absent: the partner has no call for returns; an order's own statuses are all there is. */
  readonly returns?: ReturnsSource;
  /** Absent: the partner has no call for payouts. */
  readonly settlements?: SettlementsSource;

  /** One page with the items of its orders, oldest first. `from` null starts the window. */
  readOrders(
    access: ShopAccess,
    window: TimeWindow,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<OrdersPage>;
  /**
   * Orders by their ids, of which it is worth asking for `maxIds` at a time: for more, reading what changed takes
   * fewer calls. Absent for a partner that has no such call.
   */
  readonly ordersById?: {
    readonly maxIds: number;
    /** An id that is none of the partner's, or of another shop, is left out of the answer. */
    read(
      access: ShopAccess,
      orderIds: readonly string[],
      signal?: AbortSignal,
    ): Promise<OrdersById>;
  };
  /** Exactly, however many calls it takes: a window is proven by it. */
  countOrders(access: ShopAccess, window: TimeWindow, signal?: AbortSignal): Promise<number>;
  /** Absent: `countOrders` is a single call. */
  estimateOrders?(
    access: ShopAccess,
    window: TimeWindow,
    signal?: AbortSignal,
  ): Promise<OrderEstimate>;
  /** When the shop's first order was placed; null for a shop without orders. */
  firstOrderAt(access: ShopAccess, signal?: AbortSignal): Promise<Date | null>;
  /**
   * The latest time of change that any order has, in one call; null when the answer does not show it. Absent for a
   * partner that cannot be asked for it.
   */
  newestChangeAt?(access: ShopAccess, signal?: AbortSignal): Promise<Date | null>;
  readProducts(
    access: ShopAccess,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<ProductsPage>;

  /** Absent for a partner that has none. */
  readonly events?: EventQueue;

  /** Pure: the canonical order from its stored raw items (`order` and `order_items`). */
  deriveOrder(raw: readonly RawItem[], shop: ShopContext): DerivationResult<CanonicalOrder>;
  /** Pure: the canonical rows of one stored `product`. */
  deriveProduct(raw: RawItem, shop: ShopContext): DerivationResult<CanonicalProduct[]>;
}

/** Any partner; `kind` tells what it can be asked for. */
export type Connector = MarketplaceConnector | AdsConnector;

/** What came of one pull from a queue of events. */
export interface EventBatch {
  /** Oldest first, each with an id; some may have come before. */
  events: readonly Push[];
  /** Handed to the next pull, it says that these events are taken; null when there is nothing to say so of. */
  ackId: string | null;
}

/** The queue of a partner that lets its events, or those that it could not deliver, be fetched. */
export interface EventQueue {
  /** It is worth asking no more often than this, in milliseconds; absent: as often as one likes. */
  readonly everyMs?: number;
  /** The code of the application's queue of this name, which is made when there is none. */
  open(name: string, signal?: AbortSignal): Promise<string>;
  /** Has the events of a shop put into the queue; doing it again changes nothing. */
  subscribe(access: ShopAccess, code: string, signal?: AbortSignal): Promise<void>;
  /**
   * The next events, in the order in which they happened. Without the `ackId` of the pull before, or with the same
   * one again, they come again.
   */
  pull(code: string, ackId: string | null, signal?: AbortSignal): Promise<EventBatch>;
}

/** One call on the wire, before it is made. `shop` is null for token calls. */
export interface PartnerCall {
  platform: Platform;
  /** The application's key at the partner. */
  app: string;
  /** `<region>:<external shop id>` */
  shop: string | null;
  endpoint: string;
  signal?: AbortSignal;
}

export interface ConnectorLog {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** What a connector needs from where it runs. */
export interface ConnectorEnvironment {
  fetch: typeof fetch;
  /** The time now; also decides when tokens end. */
  clock: () => Date;
  log: ConnectorLog;
  /** Awaited before every wire call: the place of the quota bucket. */
  beforeCall(call: PartnerCall): Promise<void>;
  /** The partner refused a call for its quota; `waitMs` is how long its scope should rest. */
  onThrottled(call: PartnerCall, throttle: { scope: ThrottleScope; waitMs: number }): Promise<void>;
  /** Milliseconds until an unanswered call is given up. */
  timeoutMs: number;
  /** Waits between retries; replaced in tests. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Uniform in [0, 1), for jitter. */
  random(): number;
}
