import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant } from '../values.ts';

/** Access token of the identity provider or of Google. */
export const LoginBody = Type.Object({
  accessToken: Type.String({ minLength: 1, maxLength: 8192 }),
});

/**
 * Access token of the core business API, in the shape in which the browser stores it. The first 21 characters of
 * `accessToken` identify the team: all credentials of a team begin with them, and those of no other team do.
 */
export const Credential = Type.Object({
  accessToken: Type.String(),
  accessTokenExpiresAt: Instant,
});
export type Credential = Static<typeof Credential>;

/** Account and expiry of a valid credential. */
const CredentialValidation = Type.Object({ sub: Type.String(), expiresAt: Instant });

export const authRoutes = {
  googleLogin: {
    ...endpoints.googleLogin,
    summary: 'Exchanges a Google access token for the core credential',
    access: 'public',
    status: 200,
    body: LoginBody,
    response: Credential,
  },
  identityLogin: {
    ...endpoints.identityLogin,
    summary: 'Exchanges an identity provider access token for the core credential',
    access: 'public',
    status: 200,
    body: LoginBody,
    response: Credential,
  },
  validate: {
    ...endpoints.validate,
    summary: 'Returns the account and expiry of the credential',
    access: 'session',
    status: 200,
    response: CredentialValidation,
  },
  endSession: {
    ...endpoints.endSession,
    summary: 'Ends the core credential',
    access: 'session',
    status: 204,
    response: Type.Null(),
  },
} as const satisfies Routes;
