import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, Nullable, Uuid } from '../values.ts';

/** Rows of a secret link. The range of days is relative to today, so that the file stays current. */
export const LinkQuery = Type.Object(
  {
    dataSet: Type.String({ maxLength: 100 }),
    fields: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 100 }),
    ),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3700 })),
  },
  { additionalProperties: false },
);
export type LinkQuery = Static<typeof LinkQuery>;

export const ReportAccess = Type.Object({
  id: Uuid,
  /**
   * `tool` grants access to every query of a reporting tool; `assistant` the same to an assistant that a member has
   * connected; `link` is the address of a single file.
   */
  kind: Type.Enum(['tool', 'assistant', 'link']),
  name: Type.String(),
  /** Host that publishes the assistant; null for other kinds. */
  host: Nullable(Type.String()),
  /** User name for tools that need one to sign in; null for other kinds. */
  login: Nullable(Type.String()),
  /** Null except for a link. */
  dataSet: Nullable(Type.String()),
  /** Null once the account is removed. */
  createdBy: Nullable(Type.String()),
  createdAt: Instant,
  /** Precise to the minute; null when it was never used. */
  lastUsedAt: Nullable(Instant),
  /** Null when it does not expire. */
  expiresAt: Nullable(Instant),
});
export type ReportAccess = Static<typeof ReportAccess>;

export const ReportAccessList = Type.Object({
  /** Newest first. */
  items: Type.Array(ReportAccess),
  total: Type.Integer(),
  /** Endpoints for reporting tools. */
  addresses: Type.Object({
    query: Type.String(),
    odata: Type.String(),
    /** For assistants, by the Model Context Protocol. */
    mcp: Type.String(),
    /** Where Looker Studio creates a data source with our connector; null when none is deployed. */
    lookerStudio: Nullable(Type.String()),
  }),
});
export type ReportAccessList = Static<typeof ReportAccessList>;

export const CreatedReportAccess = Type.Object({
  access: ReportAccess,
  /** Shown only once and never stored. */
  secret: Type.String(),
  /** Full address of a link; null for a tool. */
  url: Nullable(Type.String()),
});
export type CreatedReportAccess = Static<typeof CreatedReportAccess>;

export const reportAccessRoutes = {
  listReportAccess: {
    ...endpoints.listReportAccess,
    summary: 'Lists the team’s report access',
    access: 'session',
    status: 200,
    response: ReportAccessList,
  },
  createReportAccess: {
    ...endpoints.createReportAccess,
    summary: 'Creates a secret for a reporting tool, or a secret link to one file',
    access: 'session',
    minimumRole: 'member',
    status: 201,
    body: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 80 }),
        link: Type.Optional(LinkQuery),
        /** Lifetime in days: 180 when absent, unlimited when null. */
        days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 3660 }))),
      },
      { additionalProperties: false },
    ),
    response: CreatedReportAccess,
  },
  revokeReportAccess: {
    ...endpoints.revokeReportAccess,
    summary: 'Revokes report access immediately',
    access: 'session',
    minimumRole: 'member',
    status: 204,
    params: Type.Object({ accessId: Uuid }),
    response: Type.Null(),
  },
} as const satisfies Routes;
