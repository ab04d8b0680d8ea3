import type { RawItem, RejectedItem } from '../canonical/canonical.ts';
import type {
  CanonicalReturn,
  CanonicalSettlement,
  CanonicalStatement,
} from '../canonical/money.ts';
import type { DerivationResult, ShopAccess, ShopContext, TimeWindow } from './connector.ts';

export interface ReturnsPage {
  /** No case twice. */
  returns: { canonical: CanonicalReturn; raw: RawItem[] }[];
  rejects: RejectedItem[];
  /** Cases in the whole window, as far as the partner says; null when it does not. */
  total: number | null;
  /** Opaque; hand it back to read on. null: the window is read to its end. */
  next: string | null;
}

/**
 * What a marketplace tells of returns. Windows may be of any length: what the partner bounds, the connector
 * cuts. All methods keep the promises of `PartnerConnector`.
 */
export interface ReturnsSource {
  /** One page, by the time of the demand (`created`) or of its last change. `from` null starts the window. */
  readReturns(
    access: ShopAccess,
    window: TimeWindow,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<ReturnsPage>;
  /** Pure: the canonical case from its stored raw items (`return`). */
  deriveReturn(raw: readonly RawItem[], shop: ShopContext): DerivationResult<CanonicalReturn>;
}

export interface SettlementsPage {
  /** No settlement twice. */
  settlements: { canonical: CanonicalSettlement; raw: RawItem[] }[];
  /** Those that this page tells of; no statement twice. */
  statements: { canonical: CanonicalStatement; raw: RawItem }[];
  rejects: RejectedItem[];
  /** Settlements in the whole span, as far as the partner says; null when it does not. */
  total: number | null;
  /** Opaque; hand it back to read on. null: the span is read to its end. */
  next: string | null;
}

export interface EstimatesPage {
  /** Settlements that are expected (`isEstimate`), none twice. */
  estimates: { canonical: CanonicalSettlement; raw: RawItem[] }[];
  rejects: RejectedItem[];
  /** How many there are now, as far as the partner says; it may change from page to page. */
  total: number | null;
  /** Opaque; hand it back to read on. null: the list is read to its end. */
  next: string | null;
}

/** What a marketplace tells of its payouts. Spans may be of any length, as windows of returns. */
export interface SettlementsSource {
  /**
   * Days for which what is filed under a time may still appear there or change, such as from booked to
   * paid. A span that ended longer ago is settled.
   */
  readonly lookbackDays: number;

  /**
   * One page of what the partner files under a time of the span: when it was booked, released or put on a
   * statement. `to` is exclusive; a partner that knows only days gives the whole days that the span touches.
   */
  readSettlements(
    access: ShopAccess,
    span: Pick<TimeWindow, 'from' | 'to'>,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<SettlementsPage>;
  /**
   * One page of what the partner expects to pay for orders that it has booked nothing of, as its list is now: what was
   * booked since, or comes to nothing, is not on it any more. Absent: it tells no such thing.
   */
  readEstimates?(
    access: ShopAccess,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<EstimatesPage>;
  /** Pure: one settlement or estimate from its stored raw items (`settlement`). */
  deriveSettlement(
    raw: readonly RawItem[],
    shop: ShopContext,
  ): DerivationResult<CanonicalSettlement>;
  /** Pure: one statement from its stored raw item (`statement`). */
  deriveStatement(raw: RawItem, shop: ShopContext): DerivationResult<CanonicalStatement>;
}
