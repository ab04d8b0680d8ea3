import type { Static, TSchema } from 'typebox';
import { adRoutes } from './ads.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { catalogueRoutes } from './catalogue.ts';
import { clientErrorRoutes } from './client-errors.ts';
import { collectorRoutes } from './collector.ts';
import type { EndpointName } from './endpoints.ts';
import { moneyReportRoutes } from './money-report.ts';
import { notificationRoutes } from './notifications.ts';
import { orderRoutes } from './orders.ts';
import { partnerRoutes } from './partner.ts';
import { pricingRoutes } from './pricing.ts';
import { reconciliationRoutes } from './reconciliations.ts';
import { referralRoutes } from './referral.ts';
import { reportingRoutes } from './reporting.ts';
import { reportAccessRoutes } from './report-access.ts';
import { reportsRoutes } from './reports.ts';
import type { Route } from './route.ts';
import { teamRoutes } from './team.ts';
import { userRoutes } from './user.ts';

/** Every call between web and server; each domain declares its own beside its schemas. */
export const api = {
  ...authRoutes,
  ...userRoutes,
  ...partnerRoutes,
  ...collectorRoutes,
  ...teamRoutes,
  ...auditRoutes,
  ...referralRoutes,
  ...reportingRoutes,
  ...moneyReportRoutes,
  ...adRoutes,
  ...reportsRoutes,
  ...reportAccessRoutes,
  ...orderRoutes,
  ...reconciliationRoutes,
  ...catalogueRoutes,
  ...pricingRoutes,
  ...notificationRoutes,
  ...clientErrorRoutes,
} as const satisfies Record<EndpointName, Route>;

export type Api = typeof api;

type Part<Name extends EndpointName, Key extends 'params' | 'query' | 'body'> =
  Api[Name] extends Record<Key, infer Schema extends TSchema> ? Static<Schema> : undefined;

export type Answer<Name extends EndpointName> = Static<Api[Name]['response']>;
export type Query<Name extends EndpointName> = Part<Name, 'query'>;
export type Params<Name extends EndpointName> = Part<Name, 'params'>;
export type Body<Name extends EndpointName> = Part<Name, 'body'>;
