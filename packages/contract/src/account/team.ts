import { Type, type Static } from 'typebox';
import { Credential } from './auth.ts';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, Uuid } from '../values.ts';

const nullableText = Type.Union([Type.String(), Type.Null()]);

/** Role in a seller's team. Owners may do everything, members manage shops, viewers only read. */
export const TeamRole = Type.Union([
  Type.Literal('owner'),
  Type.Literal('member'),
  Type.Literal('viewer'),
]);
export type TeamRole = Static<typeof TeamRole>;

export const TeamMember = Type.Object({
  accountId: Type.String(),
  /** Null once the account is removed. */
  name: nullableText,
  email: nullableText,
  picture: nullableText,
  role: TeamRole,
  joinedAt: Instant,
  /** When the account last opened or renewed a session. Sessions renew every 30 minutes. */
  lastSeenAt: Type.Union([Instant, Type.Null()]),
  /** Whether this member is the caller. */
  you: Type.Boolean(),
});
export type TeamMember = Static<typeof TeamMember>;

export const Team = Type.Object({
  name: Type.String(),
  /** The caller's role. */
  role: TeamRole,
  members: Type.Array(TeamMember),
});
export type Team = Static<typeof Team>;

export const RenameTeamBody = Type.Object({ name: Type.String({ maxLength: 120 }) });

export const MemberParams = Type.Object({ accountId: Type.String({ maxLength: 64 }) });
export const RoleBody = Type.Object({ role: TeamRole });

export const Invitation = Type.Object({
  id: Uuid,
  email: Type.String(),
  role: TeamRole,
  /** Name of the inviting account; null once it is removed. */
  invitedBy: nullableText,
  /** When the latest email was sent. */
  sentAt: Instant,
  expiresAt: Instant,
});
export type Invitation = Static<typeof Invitation>;

export const InvitationList = Type.Object({
  items: Type.Array(Invitation),
  total: Type.Integer(),
});
export type InvitationList = Static<typeof InvitationList>;

export const InviteBody = Type.Object({
  email: Type.String({ maxLength: 320 }),
  role: TeamRole,
  /** Language of the email; defaults to the caller's. */
  language: Type.Optional(Type.Union([Type.Literal('vi'), Type.Literal('en')])),
});
export type InviteBody = Static<typeof InviteBody>;

export const InvitationParams = Type.Object({ invitationId: Uuid });

/** Secret of the link in the email. */
export const InvitationToken = Type.Object({ token: Type.String({ maxLength: 128 }) });

/** Content of the page behind the link, readable without signing in. */
export const OpenInvitation = Type.Object({
  team: Type.String(),
  role: TeamRole,
  email: Type.String(),
  invitedBy: nullableText,
  expiresAt: Instant,
});
export type OpenInvitation = Static<typeof OpenInvitation>;

export const teamRoutes = {
  readTeam: {
    ...endpoints.readTeam,
    summary: 'The team and the people in it',
    access: 'session',
    status: 200,
    response: Team,
  },
  renameTeam: {
    ...endpoints.renameTeam,
    summary: 'Give the team another name',
    access: 'session',
    team: 'owner',
    status: 200,
    body: RenameTeamBody,
    response: Team,
  },
  changeRole: {
    ...endpoints.changeRole,
    summary: 'Change what a person may do; counts from their next request on',
    access: 'session',
    team: 'owner',
    status: 200,
    params: MemberParams,
    body: RoleBody,
    response: Team,
  },
  removeMember: {
    ...endpoints.removeMember,
    summary: 'Take a person out of the team; their sessions end at once',
    access: 'session',
    team: 'owner',
    status: 200,
    params: MemberParams,
    response: Team,
  },
  leaveTeam: {
    ...endpoints.leaveTeam,
    summary: 'Leave the team; the answer is the credential for the person’s own one',
    access: 'session',
    status: 200,
    response: Credential,
  },
  listInvitations: {
    ...endpoints.listInvitations,
    summary: 'Invitations that nobody has accepted yet',
    access: 'session',
    team: 'owner',
    status: 200,
    response: InvitationList,
  },
  invite: {
    ...endpoints.invite,
    summary: 'Invite a person by e-mail; an earlier invitation to the same address ends',
    access: 'session',
    team: 'owner',
    status: 200,
    body: InviteBody,
    response: Invitation,
  },
  resendInvitation: {
    ...endpoints.resendInvitation,
    summary: 'Send the letter again with a new link; the earlier link ends',
    access: 'session',
    team: 'owner',
    status: 200,
    params: InvitationParams,
    response: Invitation,
  },
  withdrawInvitation: {
    ...endpoints.withdrawInvitation,
    summary: 'Withdraw an invitation; its link ends',
    access: 'session',
    team: 'owner',
    status: 204,
    params: InvitationParams,
    response: Type.Null(),
  },
  openInvitation: {
    ...endpoints.openInvitation,
    summary: 'What the link of an invitation leads to; changes nothing',
    access: 'public',
    status: 200,
    body: InvitationToken,
    response: OpenInvitation,
  },
  acceptInvitation: {
    ...endpoints.acceptInvitation,
    summary: 'Join the team; the answer is the credential for it, and the earlier one ends',
    access: 'session',
    status: 200,
    body: InvitationToken,
    response: Credential,
  },
} as const satisfies Routes;
