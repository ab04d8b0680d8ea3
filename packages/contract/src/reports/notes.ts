import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Day, Instant, Nullable, Uuid } from '../values.ts';

/** Length of a note, in characters. */
const maxNoteLength = 200;

const fields = {
  day: Day,
  text: Type.String({ minLength: 1, maxLength: maxNoteLength }),
  /** Null for all shops of the team. */
  shop: Nullable(Uuid),
};

export const SaveChartNote = Type.Object(fields, { additionalProperties: false });
export type SaveChartNote = Static<typeof SaveChartNote>;

export const ChartNote = Type.Object({
  id: Uuid,
  ...fields,
  /** Name of who wrote it last; null once the account is removed. */
  author: Nullable(Type.String()),
  changedAt: Instant,
});
export type ChartNote = Static<typeof ChartNote>;

export const ChartNoteList = Type.Object({
  /** The newest 500 notes of the days, by day. */
  items: Type.Array(ChartNote),
  /** Whether the caller may write notes. */
  mayChange: Type.Boolean(),
});
export type ChartNoteList = Static<typeof ChartNoteList>;

/** In the address, where servers of earlier releases ignore it; in the body they refuse it. */
const BasedOn = Type.Object({
  /**
   * `changedAt` of the version that the change is based on; 409 `changed_meanwhile` when it is not the latest,
   * `note_deleted` when the note is gone. Unchecked if absent.
   */
  changedAt: Type.Optional(Instant),
});

const chartNoteParams = Type.Object({ chartNoteId: Uuid });

export const chartNoteRoutes = {
  listChartNotes: {
    ...endpoints.listChartNotes,
    summary: 'Lists the team’s notes on days of the chart',
    access: 'session',
    status: 200,
    query: Type.Object({ from: Day, to: Day }),
    response: ChartNoteList,
  },
  saveChartNote: {
    ...endpoints.saveChartNote,
    summary:
      'Writes a note on a day, changes it, or writes a deleted one again, under the id of the caller’s choice',
    access: 'session',
    minimumRole: 'member',
    status: 200,
    params: chartNoteParams,
    query: BasedOn,
    body: SaveChartNote,
    response: ChartNote,
  },
  deleteChartNote: {
    ...endpoints.deleteChartNote,
    summary: 'Deletes a note',
    access: 'session',
    minimumRole: 'member',
    status: 204,
    params: chartNoteParams,
    response: Type.Null(),
  },
} as const satisfies Routes;
