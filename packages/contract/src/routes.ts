import type { Static } from 'typebox';
import { alertRuleRoutes } from './reports/alert-rules.ts';
import { adRoutes } from './reports/ads.ts';
import { auditRoutes } from './account/audit.ts';
import { authRoutes } from './account/auth.ts';
import { catalogueRoutes } from './back-office/catalogue.ts';
import { clientErrorRoutes } from './client-errors.ts';
import { collectorRoutes } from './shops/collector.ts';
import type { EndpointName } from './endpoints.ts';
import { moneyReportRoutes } from './reports/money.ts';
import { notificationRoutes } from './account/notifications.ts';
import { listingRoutes } from './lists/listings.ts';
import { orderRoutes } from './lists/orders.ts';
import { ownAccountRoutes } from './account/own-account.ts';
import { partnerRoutes } from './shops/partner.ts';
import { pricingRoutes } from './back-office/pricing.ts';
import { reconciliationRoutes } from './reports/reconciliations.ts';
import { referralRoutes } from './shops/referral.ts';
import { explanationRoutes } from './reports/explanation.ts';
import { reportingRoutes } from './reports/dashboard.ts';
import { reportAccessRoutes } from './reports/access.ts';
import { reportsRoutes } from './reports/query.ts';
import { reportScheduleRoutes } from './reports/report-schedules.ts';
import { chartNoteRoutes } from './reports/notes.ts';
import { savedViewRoutes } from './reports/saved-views.ts';
import { targetRoutes } from './reports/targets.ts';
import type { RequestPart, Route } from './route.ts';
import { roleRoutes } from './back-office/roles.ts';
import { teamRoutes } from './account/team.ts';
import { userRoutes } from './account/user.ts';
import { webhookRoutes } from './account/webhook.ts';

/** Every call between web and server. Each domain declares its own beside its schemas. */
export const api = {
  ...authRoutes,
  ...userRoutes,
  ...partnerRoutes,
  ...collectorRoutes,
  ...teamRoutes,
  ...auditRoutes,
  ...referralRoutes,
  ...reportingRoutes,
  ...explanationRoutes,
  ...moneyReportRoutes,
  ...adRoutes,
  ...reportsRoutes,
  ...reportAccessRoutes,
  ...chartNoteRoutes,
  ...savedViewRoutes,
  ...targetRoutes,
  ...reportScheduleRoutes,
  ...alertRuleRoutes,
  ...orderRoutes,
  ...listingRoutes,
  ...reconciliationRoutes,
  ...catalogueRoutes,
  ...pricingRoutes,
  ...notificationRoutes,
  ...webhookRoutes,
  ...clientErrorRoutes,
} as const satisfies Record<EndpointName, Route>;

export type Api = typeof api;

/** The calls of the identity provider that are not part of OpenID Connect. */
export const identityApi = { ...ownAccountRoutes, ...roleRoutes };
export type IdentityApi = typeof identityApi;

export type ResponseBody<Name extends EndpointName> = Static<Api[Name]['response']>;
export type Query<Name extends EndpointName> = RequestPart<Api[Name], 'query'>;
export type Params<Name extends EndpointName> = RequestPart<Api[Name], 'params'>;
export type RequestBody<Name extends EndpointName> = RequestPart<Api[Name], 'body'>;
