import type { TSchema } from 'typebox';
import type { Endpoint, EndpointName } from './endpoints.ts';

/** Permissions of staff for the back office, in the specification's form app:resource:action. */
export type Permission = 'catalog:all:all' | 'ppm:all:all';

type Access =
  /** `session` calls require the core credential as a bearer token. */
  | {
      access: 'public' | 'session';
      /** The lowest team role that a `session` call requires; viewers may make calls without it. */
      team?: 'member' | 'owner';
      permission?: never;
    }
  /** `report` calls accept the core credential or a report access. */
  | { access: 'report'; team?: never; permission?: never }
  /** `tool` calls require the id and secret of a reporting tool (HTTP Basic). */
  | { access: 'tool'; team?: never; permission?: never }
  /** `identity` calls require an access token of the identity provider whose account currently has the permission. */
  | { access: 'identity'; permission: Permission; team?: never };

/** One call: endpoint, access, request and response. */
export type Route = Endpoint &
  Access & {
    summary: string;
    status: 200 | 201 | 202 | 204;
    params?: TSchema;
    query?: TSchema;
    body?: TSchema;
    /** The body is a file (`application/octet-stream`), which may take minutes to upload. */
    takesFile?: true;
    response: TSchema;
  };

/** The calls of one domain; `routes.ts` combines them. */
export type Routes = Partial<Record<EndpointName, Route>>;
