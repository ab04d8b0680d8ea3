import type { DifferenceKind, DifferenceReason } from '@seller-connect/contract';
import type { LocalDayOf } from '../../platform/calendar.ts';
import type { FileLayout } from './export-file/layouts.ts';
import type { FileOrder, UnreadableRow } from './export-file/file-orders.ts';
import type { ReportOrder } from './report-order.ts';

export interface ComparisonInput {
  readonly form: FileLayout;
  readonly file: readonly FileOrder[];
  /** Rows of the file that belong to orders but cannot be parsed. */
  readonly unreadable: readonly UnreadableRow[];
  /** Orders of the shop: those in the file, and all that were placed in the period. */
  readonly ours: ReadonlyMap<string, ReportOrder>;
  /** Orders of the file that belong to another shop of the team, with that shop's id. */
  readonly elsewhere: ReadonlyMap<string, string>;
  readonly from: string;
  readonly to: string;
  readonly dayOf: LocalDayOf;
  readonly exportedAt: Date | null;
  /** How far the shop is synced, and the ranges of order times that are not synced yet. */
  readonly asOf: Date | null;
  readonly open: readonly { readonly from: Date; readonly to: Date }[];
  /** Orders that were fetched again for this comparison. */
  readonly refetched: ReadonlySet<string>;
  /** Orders that were asked for by number and that the marketplace does not know. */
  readonly absent: ReadonlySet<string>;
}

export interface Difference {
  readonly orderId: string;
  readonly kind: DifferenceKind;
  readonly reason: DifferenceReason;
  /** The shop that the order belongs to, if it is not the file's shop. */
  readonly otherShop: string | null;
  readonly file: FileOrder | null;
  readonly ours: ReportOrder | null;
  readonly fileE4: bigint | null;
  readonly oursE4: bigint | null;
  /**
   * What the order adds to the file's total beyond the report's: by the first variant, or by the first that differs.
   */
  readonly effectE4: bigint;
}
