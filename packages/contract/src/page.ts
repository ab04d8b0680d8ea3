import { Type, type Static } from 'typebox';

/**
 * Configuration of the web application. The server embeds it in the page as `<script type="application/json"
 * id="page-configuration">`.
 */
export const PageConfiguration = Type.Object({
  environment: Type.String(),
  demo: Type.Boolean(),
  catalogueApi: Type.String(),
  coreApi: Type.String(),
  identity: Type.Object({
    /** Base URL of the discovery document. */
    issuer: Type.String(),
    origin: Type.String(),
    /** True for a third-party provider, which has no account API. */
    isOutside: Type.Boolean(),
    /** Redirect URI for silent authentication with a provider that does not support web messages. */
    silentRedirectUri: Type.Optional(Type.String()),
    adminOrigin: Type.String(),
    clientId: Type.String(),
    scopes: Type.Array(Type.String()),
    /** Session monitor of the login library. */
    monitor: Type.Enum(['iframe', 'sessionId', 'bff']),
    /** Where the refresh token is: in the browser or in a backend-for-frontend session. */
    session: Type.Enum(['browser', 'bff']),
    /** When to log in silently; `known` requires a stored user. */
    silent: Type.Enum(['always', 'known', 'never']),
    /** Whether to check at startup that a stored login was not revoked. */
    revokeCheck: Type.Boolean(),
    /** A parameter that is added to every authorization request. */
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
