import { Type, type Static } from 'typebox';
import { endpoints } from './endpoints.ts';
import type { Routes } from './route.ts';
import { Nullable } from './values.ts';

/** Where an error occurred in the web application. */
export const ClientErrorKind = Type.Union([
  /** During rendering; an error boundary showed a fallback. */
  Type.Literal('caught'),
  /** During rendering, without an error boundary; the page went blank. */
  Type.Literal('uncaught'),
  /** The code of a screen or a block failed to load. */
  Type.Literal('chunk'),
  /** Before the first screen rendered. */
  Type.Literal('startup'),
]);
export type ClientErrorKind = Static<typeof ClientErrorKind>;

/**
 * Report of an error in the web application itself. It contains only positions and names of our own code: a message may
 * contain user input, and a URL may contain a token.
 */
export const ClientErrorReport = Type.Object(
  {
    kind: ClientErrorKind,
    name: Type.String({ pattern: '^[A-Za-z]\\w{0,63}$', examples: ['TypeError'] }),
    /** Code of a minified React error; null for any other error. */
    reactCode: Nullable(Type.Integer({ minimum: 1, maximum: 9999 })),
    /** Path pattern of the screen; null when no screen is shown. */
    route: Nullable(
      Type.String({ pattern: '^/[A-Za-z_:/-]{0,119}$', examples: ['/orders/:shopId/:orderId'] }),
    ),
    /** File name of the page's entry, which contains the build hash; null in development. */
    build: Nullable(Type.String({ pattern: '^[\\w.-]{1,100}$' })),
    /** Function, file, line and column, innermost first. */
    frames: Type.Array(
      Type.String({
        pattern: '^[\\w$.]{0,60}@[\\w.-]{1,100}:\\d{1,7}:\\d{1,7}$',
        examples: ['axisOf@index-B3kq.js:1:20451'],
      }),
      { maxItems: 20 },
    ),
    /** The surrounding components, innermost first. */
    components: Type.Array(Type.String({ pattern: '^[A-Za-z_$][\\w$.]{0,59}$' }), { maxItems: 20 }),
  },
  { additionalProperties: false },
);
export type ClientErrorReport = Static<typeof ClientErrorReport>;

export const clientErrorRoutes = {
  reportClientError: {
    ...endpoints.reportClientError,
    summary: 'Reports an error in the web application',
    // Errors may occur before sign-in.
    access: 'public',
    status: 204,
    body: ClientErrorReport,
    response: Type.Null(),
  },
} as const satisfies Routes;
