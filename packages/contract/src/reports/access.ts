import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, Uuid } from '../values.ts';

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
  kind: Type.Union([Type.Literal('tool'), Type.Literal('assistant'), Type.Literal('link')]),
  name: Type.String(),
  /** Host that publishes the assistant; null for other kinds. */
  host: Type.Union([Type.String(), Type.Null()]),
  /** User name for tools that need one to sign in; null for other kinds. */
  login: Type.Union([Type.String(), Type.Null()]),
  /** Null except for a link. */
  dataSet: Type.Union([Type.String(), Type.Null()]),
  /** Null once the account is removed. */
  createdBy: Type.Union([Type.String(), Type.Null()]),
  createdAt: Instant,
  /** Precise to the minute; null when it was never used. */
  lastUsedAt: Type.Union([Instant, Type.Null()]),
  /** Null when it does not expire. */
  expiresAt: Type.Union([Instant, Type.Null()]),
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
    lookerStudio: Type.Union([Type.String(), Type.Null()]),
  }),
});
export type ReportAccessList = Static<typeof ReportAccessList>;

export const CreatedReportAccess = Type.Object({
  access: ReportAccess,
  /** Shown only once and never stored. */
  secret: Type.String(),
  /** Full address of a link; null for a tool. */
  url: Type.Union([Type.String(), Type.Null()]),
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
        days: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 3660 }), Type.Null()])),
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
