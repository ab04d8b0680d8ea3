import type { Static, TSchema } from 'typebox';
import type { Endpoint, EndpointName } from './endpoints.ts';

/** Permissions of staff for the back office, in the form `app:resource:action`. */
export type Permission = 'catalog:all:all' | 'ppm:all:all';

type Access =
  /** `session` calls require the core credential as a bearer token. */
  | {
      access: 'public' | 'session';
      /** The lowest team role that a `session` call requires. If absent, viewers may make the call too. */
      minimumRole?: 'member' | 'owner';
      permission?: never;
    }
  /** `report` calls accept the core credential or a report access. */
  | { access: 'report'; minimumRole?: never; permission?: never }
  /** `tool` calls require the id and secret of a reporting tool (HTTP Basic). */
  | { access: 'tool'; minimumRole?: never; permission?: never }
  /** `identity` calls require an access token of the identity provider whose account currently has the permission. */
  | { access: 'identity'; permission: Permission; minimumRole?: never };

/** Method, path, success status, request and response of a call. */
export interface CallShape extends Pick<Endpoint, 'method' | 'path'> {
  summary: string;
  status: 200 | 201 | 202 | 204;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** The body is a file (`application/octet-stream`), which may take minutes to upload. */
  hasFileBody?: true;
  response: TSchema;
}

/** One call of the product: endpoint, access, request and response. */
export type Route = Endpoint & Access & CallShape;

/** One call of the identity provider. It requires an access token with the scope (RFC 6750, RFC 9449). */
export interface IdentityRoute extends CallShape {
  scope: 'manage:account' | 'read:permissions';
}

/** The type of a part of a request; undefined if the call has no such part. */
export type RequestPart<Call, Key extends 'params' | 'query' | 'body'> =
  Call extends Record<Key, infer Schema extends TSchema> ? Static<Schema> : undefined;

/** The calls of one domain; `routes.ts` combines them. */
export type Routes = Partial<Record<EndpointName, Route>>;
