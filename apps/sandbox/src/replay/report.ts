/** Report about a replayed file. */
export interface RowProblem {
  /** Line of the file, counted from 1 including the header. */
  readonly line: number;
  readonly reason: string;
}

export interface ReplayReport {
  readonly platform: string;
  readonly file: string;
  /** Data rows of the file, without blank lines. */
  readonly rows: number;
  readonly accepted: number;
  /** Rejected rows. All are counted, the first ones are listed. */
  readonly skipped: number;
  readonly problems: readonly RowProblem[];
  /** Accepted rows with an anomaly. */
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

/** Maximum number of problems, and of notices, in the report. */
export const maxListedProblems = 1000;
