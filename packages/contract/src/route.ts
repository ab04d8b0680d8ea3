import type { TSchema } from 'typebox';
import type { Endpoint, EndpointName } from './endpoints.ts';

/** What staff need for the calls of the back office, in the specification's form app:resource:action. */
export type Permission = 'catalog:all:all' | 'ppm:all:all';

type Access =
  /** `session` calls need the core credential as a bearer token. */
  | {
      access: 'public' | 'session';
      /** The least standing in the seller's team that a `session` call needs; without it a viewer may make it. */
      team?: 'member' | 'owner';
      permission?: never;
    }
  /** `report` calls need the core credential as well, or what a reporting tool was given. */
  | { access: 'report'; team?: never; permission?: never }
  /** `tool` calls need the id and the secret of a reporting tool (HTTP Basic). */
  | { access: 'tool'; team?: never; permission?: never }
  /** These need the identity provider's access token, of a person who has the permission now. */
  | { access: 'identity'; permission: Permission; team?: never };

/** One call: where it goes, who may make it, what goes in and what comes out. */
export type Route = Endpoint &
  Access & {
    summary: string;
    status: 200 | 201 | 202 | 204;
    params?: TSchema;
    query?: TSchema;
    body?: TSchema;
    /** The body is a file (`application/octet-stream`), which may take minutes to arrive. */
    takesFile?: true;
    response: TSchema;
  };

/** The calls of one domain; `routes.ts` puts all of them together. */
export type Routes = Partial<Record<EndpointName, Route>>;
