import type { TSchema } from 'typebox';
import type { Endpoint, EndpointName } from './endpoints.ts';

/** One call: where it goes, who may make it, what goes in and what comes out. */
export interface Route extends Endpoint {
  summary: string;
  /** `session` calls need the core credential as a bearer token. */
  access: 'public' | 'session';
  /** The least standing in the seller's team that a `session` call needs; without it a viewer may make it. */
  team?: 'member' | 'owner';
  status: 200 | 202 | 204;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  response: TSchema;
}

/** The calls of one domain; `routes.ts` puts all of them together. */
export type Routes = Partial<Record<EndpointName, Route>>;
