import { Type, type Static } from 'typebox';

/**
 * The page configuration: one object that the server writes into the page as
 * `<script type="application/json" id="page-configuration">` and the web reads in one place.
 */
export const PageConfiguration = Type.Object({
  environment: Type.String(),
  demo: Type.Boolean(),
  catalogueApi: Type.String(),
  coreApi: Type.String(),
  identity: Type.Object({
    /** Where its discovery document is. */
    issuer: Type.String(),
    origin: Type.String(),
    /** True for a provider that is not the one of this product: it has no account calls. */
    isOutside: Type.Boolean(),
    /** Where a provider answers a hidden frame that cannot answer it by message. */
    silentRedirectUri: Type.Optional(Type.String()),
    adminOrigin: Type.String(),
    clientId: Type.String(),
    scopes: Type.Array(Type.String()),
    monitor: Type.Union([Type.Literal('iframe'), Type.Literal('sessionId'), Type.Literal('bff')]),
    session: Type.Union([Type.Literal('browser'), Type.Literal('bff')]),
    silent: Type.Union([Type.Literal('always'), Type.Literal('known'), Type.Literal('never')]),
    revokeCheck: Type.Boolean(),
    /** A parameter that is passed through with every authorization request. */
    token: Type.Optional(Type.Object({ name: Type.String(), value: Type.String() })),
  }),
  colorPreset: Type.Optional(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      primary: Type.String(),
      secondary: Type.String(),
    }),
  ),
  reportingTools: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), url: Type.String() }),
  ),
});
export type PageConfiguration = Static<typeof PageConfiguration>;
