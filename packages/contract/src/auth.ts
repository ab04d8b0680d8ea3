import { Type, type Static } from 'typebox';
import { Instant } from './values.ts';

/** The identity provider's (or Google's) access token. */
export const LoginBody = Type.Object({
  accessToken: Type.String({ minLength: 1, maxLength: 8192 }),
});

/** The specification's stored credential: the token for the core business service. */
export const Credential = Type.Object({
  accessToken: Type.String(),
  accessTokenExpiresAt: Instant,
});
export type Credential = Static<typeof Credential>;

export const Validation = Type.Object({ sub: Type.String(), expiresAt: Instant });
export type Validation = Static<typeof Validation>;
