import type { ShopAccess, TimeWindow, DerivationResult, ShopContext } from './shop-access.ts';
import type { RawItem, RejectedItem } from '../canonical/canonical.ts';
import type {
  CanonicalReturn,
  CanonicalSettlement,
  CanonicalStatement,
} from '../canonical/money.ts';

export interface ReturnsPage {
  /** No duplicates. */
  returns: { canonical: CanonicalReturn; raw: RawItem[] }[];
  rejects: RejectedItem[];
  /** Cases in the whole window; null when the partner does not report it. */
  total: number | null;
  /** Opaque cursor of the next page; null after the last one. */
  next: string | null;
}

/**
 * Fetches returns. Windows may have any length: the connector splits them to fit the partner's limits. All methods
 * follow the error and retry rules of `PartnerConnector`.
 */
export interface ReturnsSource {
  /**
   * Fetches one page by the time of the request (`created`) or of the last change. `from` is null for the first page.
   */
  readReturns(
    access: ShopAccess,
    window: TimeWindow,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<ReturnsPage>;
  /** Derives the canonical case from its stored raw items (`return`). Pure. */
  deriveReturn(raw: readonly RawItem[], shop: ShopContext): DerivationResult<CanonicalReturn>;
}

export interface SettlementsPage {
  /** No duplicates. */
  settlements: { canonical: CanonicalSettlement; raw: RawItem[] }[];
  /** Statements on this page; no duplicates. */
  statements: { canonical: CanonicalStatement; raw: RawItem }[];
  rejects: RejectedItem[];
  /** Settlements in the whole time span; null when the partner does not report it. */
  total: number | null;
  /** Opaque cursor of the next page; null after the last one. */
  next: string | null;
}

export interface EstimatesPage {
  /** Expected settlements (`isEstimate`), without duplicates. */
  estimates: { canonical: CanonicalSettlement; raw: RawItem[] }[];
  rejects: RejectedItem[];
  /** Current number of estimates; null when the partner does not report it. It may change between pages. */
  total: number | null;
  /** Opaque cursor of the next page; null after the last one. */
  next: string | null;
}

/** Fetches payouts. Time spans may have any length, like the windows of returns. */
export interface SettlementsSource {
  /**
   * Number of days during which entries of a past time may still appear or change, such as from booked to paid. Time
   * spans that ended earlier are final.
   */
  readonly lookbackDays: number;

  /**
   * Fetches one page of the entries that the partner files under a time in the span: the booking, the release or the
   * statement. `to` is exclusive; a partner that knows only days returns every day that the span touches.
   */
  readSettlements(
    access: ShopAccess,
    span: Pick<TimeWindow, 'from' | 'to'>,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<SettlementsPage>;
  /**
   * Fetches one page of expected payouts for orders without a booking. The partner's list is current: entries disappear
   * once they are booked or void. Absent when the partner offers no estimates.
   */
  readEstimates?(
    access: ShopAccess,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<EstimatesPage>;
  /** Derives one settlement or estimate from its stored raw items (`settlement`). Pure. */
  deriveSettlement(
    raw: readonly RawItem[],
    shop: ShopContext,
  ): DerivationResult<CanonicalSettlement>;
  /** Derives one statement from its stored raw item (`statement`). Pure. */
  deriveStatement(raw: RawItem, shop: ShopContext): DerivationResult<CanonicalStatement>;
}
