import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant } from '../values.ts';

/** What a reporting tool asks for when it sends a seller in. */
export const CreateReferralBody = Type.Object({
  /** Where the seller goes on afterwards: an entry of the tool's list, to the letter; its first when absent. */
  returnAddress: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
  /** How long the link may be opened; a day when absent. */
  expiresInSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 * 86_400 })),
});

export const CreatedReferral = Type.Object({
  reference: Type.String(),
  /** The address to send the seller to. */
  url: Type.String(),
  expiresAt: Instant,
});

/** What a valid reference says: which tool sent the seller, and where they go on. */
export const Referral = Type.Object({
  tool: Type.Object({ id: Type.String(), name: Type.String() }),
  returnAddress: Type.String(),
  expiresAt: Instant,
});
export type Referral = Static<typeof Referral>;

export const referralRoutes = {
  makeReferral: {
    ...endpoints.makeReferral,
    summary: 'Make a refer link, for a reporting tool',
    access: 'tool',
    status: 200,
    body: CreateReferralBody,
    response: CreatedReferral,
  },
  checkReferral: {
    ...endpoints.checkReferral,
    summary: 'What a refer link stands for; 404 for one that is not valid',
    access: 'public',
    status: 200,
    params: Type.Object({ reference: Type.String() }),
    response: Referral,
  },
} as const satisfies Routes;
