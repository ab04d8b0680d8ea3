import { Type, type Static } from 'typebox';
import { endpoints } from './endpoints.ts';
import type { Routes } from './route.ts';

/** Where in the web application an error was met. */
export const ClientErrorKind = Type.Union([
  /** While drawing; a boundary showed something in its place. */
  Type.Literal('caught'),
  /** While drawing; no boundary caught it, and the page went blank. */
  Type.Literal('uncaught'),
  /** The code of a screen or a block could not be had. */
  Type.Literal('chunk'),
  /** Before the first screen. */
  Type.Literal('startup'),
]);
export type ClientErrorKind = Static<typeof ClientErrorKind>;

/**
 * What the web application tells of an error of its own. It has no message, because a message may hold what somebody
 * typed, and no address, because an address may hold a token: places in our own code, and names that stand in it.
 */
export const ClientErrorReport = Type.Object(
  {
    kind: ClientErrorKind,
    /** The class of the error. */
    name: Type.String({ pattern: '^[A-Za-z]\\w{0,63}$', examples: ['TypeError'] }),
    /** Which of React's own errors it is; null for any other. */
    reactCode: Type.Union([Type.Integer({ minimum: 1, maximum: 9999 }), Type.Null()]),
    /** The screen's path with the names of its parameters; null where none is shown. */
    route: Type.Union([
      Type.String({ pattern: '^/[A-Za-z_:/-]{0,119}$', examples: ['/orders/:shopId/:orderId'] }),
      Type.Null(),
    ]),
    /** The file of the page's entry, whose name carries the hash of the build; null while developing. */
    build: Type.Union([Type.String({ pattern: '^[\\w.-]{1,100}$' }), Type.Null()]),
    /** Function, file, line and column, the innermost first. */
    frames: Type.Array(
      Type.String({
        pattern: '^[\\w$.]{0,60}@[\\w.-]{1,100}:\\d{1,7}:\\d{1,7}$',
        examples: ['axisOf@index-B3kq.js:1:20451'],
      }),
      { maxItems: 20 },
    ),
    /** The components around it, the innermost first. */
    components: Type.Array(Type.String({ pattern: '^[A-Za-z_$][\\w$.]{0,59}$' }), { maxItems: 20 }),
  },
  { additionalProperties: false },
);
export type ClientErrorReport = Static<typeof ClientErrorReport>;

export const clientErrorRoutes = {
  reportClientError: {
    ...endpoints.reportClientError,
    summary: 'Tell of an error of the web application itself',
    // Also before anybody is signed in.
    access: 'public',
    status: 204,
    body: ClientErrorReport,
    response: Type.Null(),
  },
} as const satisfies Routes;
