import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant } from '../values.ts';

/** Request of a reporting tool for a refer link. */
const CreateReferralBody = Type.Object({
  /** Return address; must exactly match an entry of the tool's list. Defaults to the first entry. */
  returnAddress: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
  /** Lifetime of the link; defaults to one day. */
  expiresInSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 * 86_400 })),
});

const CreatedReferral = Type.Object({
  reference: Type.String(),
  /** The address to send the seller to. */
  url: Type.String(),
  expiresAt: Instant,
});

/** Content of a valid reference: the tool that sent the seller, and the return address. */
export const Referral = Type.Object({
  tool: Type.Object({ id: Type.String(), name: Type.String() }),
  returnAddress: Type.String(),
  expiresAt: Instant,
});
export type Referral = Static<typeof Referral>;

export const referralRoutes = {
  makeReferral: {
    ...endpoints.makeReferral,
    summary: 'Creates a refer link for a reporting tool',
    access: 'tool',
    status: 200,
    body: CreateReferralBody,
    response: CreatedReferral,
  },
  checkReferral: {
    ...endpoints.checkReferral,
    summary: 'Returns the details of a refer link, or 404 if it isn’t valid',
    access: 'public',
    status: 200,
    params: Type.Object({ reference: Type.String() }),
    response: Referral,
  },
} as const satisfies Routes;
