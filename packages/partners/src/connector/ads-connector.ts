import type { RawItem, RejectedItem } from '../canonical/canonical.ts';
import type { AdLevel, CanonicalAdDay, CanonicalAdEntity } from '../canonical/ads.ts';
import type { DerivationResult, PartnerConnector, ShopAccess } from './connector.ts';

/** Days of the account's time zone, `YYYY-MM-DD`, both inclusive. */
export interface DayRange {
  since: string;
  until: string;
}

export interface AdEntitiesPage {
  entities: { canonical: CanonicalAdEntity; raw: RawItem }[];
  rejects: RejectedItem[];
  /** Opaque; hand it back to read on. null: the level is read to its end. */
  next: string | null;
}

/** Rows of days on which ads ran; a day without delivery has no row. */
export interface AdDaysPage {
  days: { canonical: CanonicalAdDay; raw: RawItem }[];
  rejects: RejectedItem[];
  next: string | null;
}

/** A report that the partner prepares in its own time. */
export type AdReportState =
  | { state: 'running'; percent: number }
  | { state: 'ready' }
  /** `tooMuch`: the same for fewer days may do. Otherwise it may be started again. */
  | { state: 'failed'; tooMuch: boolean; code: string };

/** An ad platform: accounts whose ads cost money and bring sales, and that have no orders. */
export interface AdsConnector extends PartnerConnector {
  readonly kind: 'ads';
  /** Days that still change after they were first told: they are read again each day. */
  readonly unsettledDays: number;
  /** Months of history that the partner keeps. */
  readonly historyMonths: number;

  /** One page of a level, with what was paused, archived or deleted. `from` null starts it. */
  readEntities(
    access: ShopAccess,
    level: AdLevel,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<AdEntitiesPage>;

  /** A few days at once; PartnerError `invalid_request` with code `too_much_data` when they are too many. */
  readDays(
    access: ShopAccess,
    span: DayRange,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<AdDaysPage>;

  /** Asks for a report over many days; its id outlives this process. */
  startReport(access: ShopAccess, span: DayRange, signal?: AbortSignal): Promise<string>;
  reportState(access: ShopAccess, reportId: string, signal?: AbortSignal): Promise<AdReportState>;
  readReport(
    access: ShopAccess,
    reportId: string,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<AdDaysPage>;

  /** Pure: the canonical entity from its stored raw item. */
  deriveEntity(raw: RawItem): DerivationResult<CanonicalAdEntity>;
  /** Pure: the canonical day from its stored raw item. */
  deriveDay(raw: RawItem): DerivationResult<CanonicalAdDay>;
}
