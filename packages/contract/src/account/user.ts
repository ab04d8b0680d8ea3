import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { TeamRole } from './team.ts';
import { Instant, Nullable } from '../values.ts';

const nullableText = Nullable(Type.String());

/** `meta_data` of the specification's current-user profile; unknown properties are omitted. */
export const UserMetaData = Type.Partial(
  Type.Object({
    seller_id: Type.String(),
    sso_id: Type.String(),
    addr_code: Type.String(),
    department: Type.String(),
    role: Type.String(),
    title: Type.String(),
    asia_id: Type.String(),
    asia_username: Type.String(),
    manager_id: Type.String(),
    manager_asia_id: Type.String(),
    date_created: Type.String(),
    date_modified: Type.String(),
  }),
);

/** The saved profile form of the specification's section 3. */
export const ProfileForm = Type.Object({
  email: Type.String(),
  phoneNumber: Type.String(),
  business: Type.String(),
  purpose: Type.String(),
});
export type ProfileForm = Static<typeof ProfileForm>;

/** All fields are optional here, so that a missing one gets its own specified message. */
export const SaveUserBody = Type.Partial(
  Type.Object({
    email: Type.String({ maxLength: 320 }),
    phoneNumber: Type.String({ maxLength: 40 }),
    business: Type.String({ maxLength: 120 }),
    purpose: Type.String({ maxLength: 120 }),
  }),
);
export type SaveUserBody = Static<typeof SaveUserBody>;

export const User = Type.Object({
  sub: Type.String(),
  name: nullableText,
  picture: nullableText,
  email: nullableText,
  phone_number: nullableText,
  address: nullableText,
  birthday: nullableText,
  roles: Type.Array(Type.String()),
  permissions: Type.Array(Type.String()),
  meta_data: UserMetaData,
  updated_at: Nullable(Instant),
  tenant_id: Type.String(),
  profile: Nullable(ProfileForm),
  profileCompletedAt: Nullable(Instant),
  /** Grows with every change of the profile; 0 without one. Absent from servers of earlier releases, as the next. */
  profileVersion: Type.Optional(Type.Integer({ minimum: 0 })),
  profileUpdatedAt: Type.Optional(Nullable(Instant)),
  /** The seller team of the user, and the user's role in it. */
  team: Type.Object({ name: Type.String(), role: TeamRole }),
});
export type User = Static<typeof User>;

export const userRoutes = {
  getUser: {
    ...endpoints.getUser,
    summary: 'Returns the current user and their profile',
    access: 'session',
    status: 200,
    response: User,
  },
  saveUser: {
    ...endpoints.saveUser,
    summary:
      'Saves the profile. With its version in `If-Match`, a change of an earlier one is refused: 409 `changed_meanwhile`',
    access: 'session',
    status: 200,
    body: SaveUserBody,
    response: User,
  },
} as const satisfies Routes;
