import type { ShopAccess, DerivationResult } from './shop-access.ts';
import type { RawItem, RejectedItem } from '../canonical/canonical.ts';
import type { AdLevel, CanonicalAdDay, CanonicalAdEntity } from '../canonical/ads.ts';
import type { MarketplaceConnector, PartnerConnector } from './connector.ts';

/** Days in the account's time zone, `YYYY-MM-DD`, both ends inclusive. */
export interface DayRange {
  since: string;
  until: string;
}

export interface AdEntitiesPage {
  entities: { canonical: CanonicalAdEntity; raw: RawItem }[];
  rejects: RejectedItem[];
  /** Opaque cursor of the next page; null after the last one. */
  next: string | null;
}

/** Rows of days with delivery; other days have no row. */
export interface AdDaysPage {
  days: { canonical: CanonicalAdDay; raw: RawItem }[];
  rejects: RejectedItem[];
  next: string | null;
}

/** State of a report that the partner prepares asynchronously. */
export type AdReportState =
  | { state: 'running' }
  | { state: 'ready' }
  /** `tooMuch`: a report over fewer days may succeed. Otherwise the same report may be started again. */
  | { state: 'failed'; tooMuch: boolean; code: string };

/** An ad platform. Its accounts have ads with spend and purchases, but no orders. */
export interface AdsConnector extends PartnerConnector {
  readonly kind: 'ads';
  /** Number of days whose values still change after they were first reported; they are fetched again daily. */
  readonly unsettledDays: number;
  /** Months of history that the partner retains. */
  readonly historyMonths: number;

  /**
   * Fetches one page of a level, including paused, archived and deleted entities. `from` is null for the first page.
   */
  readEntities(
    access: ShopAccess,
    level: AdLevel,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<AdEntitiesPage>;

  /**
   * Fetches a few days in one call.
   * @throws PartnerError `invalid_request` with code `too_much_data` when there are too many days
   */
  readDays(
    access: ShopAccess,
    span: DayRange,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<AdDaysPage>;

  /** Starts a report over many days. Returns its id, which stays valid after a restart of this process. */
  startReport(access: ShopAccess, span: DayRange, signal?: AbortSignal): Promise<string>;
  reportState(access: ShopAccess, reportId: string, signal?: AbortSignal): Promise<AdReportState>;
  readReport(
    access: ShopAccess,
    reportId: string,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<AdDaysPage>;

  /** Derives the canonical entity from its stored raw item. Pure. */
  deriveEntity(raw: RawItem): DerivationResult<CanonicalAdEntity>;
  /** Derives the canonical day from its stored raw item. Pure. */
  deriveDay(raw: RawItem): DerivationResult<CanonicalAdDay>;
}

/** Any partner; `kind` tells the capabilities apart. */
export type Connector = MarketplaceConnector | AdsConnector;
