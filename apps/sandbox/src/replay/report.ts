/** What became of a replayed file. */
export interface RowProblem {
  /** Line of the file, counted from 1 with the header. */
  readonly line: number;
  readonly reason: string;
}

export interface ReplayReport {
  readonly platform: string;
  readonly file: string;
  /** Data rows of the file, blank lines not counted. */
  readonly rows: number;
  readonly accepted: number;
  /** Rows that were left out. The first ones are listed, all are counted. */
  readonly skipped: number;
  readonly problems: readonly RowProblem[];
  /** Rows that were used although something about them was odd. */
  readonly noticed: number;
  readonly notices: readonly RowProblem[];
  readonly shops: readonly {
    readonly externalShopId: string;
    readonly name: string;
    readonly currency: string;
    readonly orders: number;
    readonly units: number;
  }[];
}

/** Problems and notices are listed up to this many. */
export const MAX_LISTED_PROBLEMS = 1000;
