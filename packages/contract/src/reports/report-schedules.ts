import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, Nullable, Uuid } from '../values.ts';

export const ReportRhythm = Type.Enum(['daily', 'weekly', 'monthly']);
export type ReportRhythm = Static<typeof ReportRhythm>;

/** The figures as tables (`csv`, `xlsx`), or the report as pages to read and print. */
export const ReportFile = Type.Enum(['csv', 'xlsx', 'pdf']);
export type ReportFile = Static<typeof ReportFile>;

/** When a report is sent. Each one covers the days since the one before. */
const scheduleTimes = {
  rhythm: ReportRhythm,
  /** ISO 8601: Monday is 1. Null unless weekly. */
  weekday: Nullable(Type.Integer({ minimum: 1, maximum: 7 })),
  /** 31 means the last day of a shorter month. Null unless monthly. */
  monthDay: Nullable(Type.Integer({ minimum: 1, maximum: 31 })),
  /** Hour of the shops’ clock. */
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
};

/** `invited`: was asked by the owner of the schedule and has not agreed yet. `muted`: receives nothing. */
export const ReportRecipientState = Type.Enum(['invited', 'receiving', 'muted']);
export type ReportRecipientState = Static<typeof ReportRecipientState>;

export const ReportSchedule = Type.Object({
  id: Uuid,
  viewId: Uuid,
  viewName: Type.String(),
  ...scheduleTimes,
  timeZone: Type.String(),
  /** Files attached to each email. */
  files: Type.Array(ReportFile),
  isPaused: Type.Boolean(),
  /** When the next report is due; null while paused. */
  nextAt: Nullable(Instant),
  lastSentAt: Nullable(Instant),
  /** When the last report failed after all retries; null after one was sent to everybody. */
  lastFailedAt: Nullable(Instant),
  isOwn: Type.Boolean(),
  /** Account of its owner, who is always a recipient. */
  ownerId: Type.String(),
  /** Name of its owner; null for the caller. */
  owner: Nullable(Type.String()),
  /** The caller’s own state; null for an owner of the team who does not receive it. */
  ownState: Nullable(ReportRecipientState),
  recipients: Type.Array(
    Type.Object({
      accountId: Type.String(),
      name: Nullable(Type.String()),
      /** Without a confirmed address, nothing is sent. */
      hasEmail: Type.Boolean(),
      state: ReportRecipientState,
    }),
  ),
});
export type ReportSchedule = Static<typeof ReportSchedule>;

export const ReportScheduleList = Type.Object({
  /** Schedules that the caller owns, receives or was asked to receive; all of the team for its owners. */
  items: Type.Array(ReportSchedule),
  /** The caller’s confirmed address; null without one. */
  mailTo: Nullable(Type.String()),
  /** False when no mail server is configured. */
  mailAvailable: Type.Boolean(),
  maxPerTeam: Type.Integer(),
});
export type ReportScheduleList = Static<typeof ReportScheduleList>;

const scheduleParams = Type.Object({ scheduleId: Uuid });
/** Accounts of the team that are asked to receive it too. */
const recipients = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 });
/** By default `csv` and `xlsx`. */
const files = Type.Optional(Type.Array(ReportFile, { maxItems: 3, uniqueItems: true }));

export const reportScheduleRoutes = {
  listReportSchedules: {
    ...endpoints.listReportSchedules,
    summary: 'Lists the scheduled reports that concern the caller',
    access: 'session',
    status: 200,
    response: ReportScheduleList,
  },
  createReportSchedule: {
    ...endpoints.createReportSchedule,
    summary: 'Sends a saved view of Home by email every day, week or month',
    access: 'session',
    status: 201,
    body: Type.Object(
      {
        viewId: Uuid,
        ...scheduleTimes,
        recipients,
        files,
      },
      { additionalProperties: false },
    ),
    response: ReportSchedule,
  },
  changeReportSchedule: {
    ...endpoints.changeReportSchedule,
    summary: 'Changes the times and recipients of a scheduled report, or pauses it',
    access: 'session',
    status: 200,
    params: scheduleParams,
    /** What is absent stays as it is. */
    body: Type.Partial(
      Type.Object(
        { ...scheduleTimes, recipients, files, isPaused: Type.Boolean() },
        { additionalProperties: false },
      ),
    ),
    response: ReportSchedule,
  },
  deleteReportSchedule: {
    ...endpoints.deleteReportSchedule,
    summary: 'Deletes a scheduled report. It can be restored for at least a day',
    access: 'session',
    status: 204,
    params: scheduleParams,
    response: Type.Null(),
  },
  restoreReportSchedule: {
    ...endpoints.restoreReportSchedule,
    summary: 'Restores a scheduled report that was deleted',
    access: 'session',
    status: 200,
    params: scheduleParams,
    response: ReportSchedule,
  },
  sendTrialReport: {
    ...endpoints.sendTrialReport,
    summary: 'Sends a scheduled report to the caller now',
    access: 'session',
    status: 202,
    params: scheduleParams,
    response: Type.Object({ mailTo: Type.String() }),
  },
  answerReportSchedule: {
    ...endpoints.answerReportSchedule,
    summary: 'Agrees to receive a scheduled report, or mutes it for the caller',
    access: 'session',
    status: 200,
    params: scheduleParams,
    body: Type.Object({ receives: Type.Boolean() }, { additionalProperties: false }),
    response: ReportSchedule,
  },
} as const satisfies Routes;
