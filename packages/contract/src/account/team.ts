import { Type, type Static } from 'typebox';
import { Credential } from './auth.ts';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, Nullable, Uuid } from '../values.ts';

const nullableText = Nullable(Type.String());

/** Role in a seller's team. Owners may do everything, members manage shops, viewers only read. */
export const TeamRole = Type.Enum(['owner', 'member', 'viewer']);
export type TeamRole = Static<typeof TeamRole>;

export const TeamMember = Type.Object({
  accountId: Type.String(),
  /** Null once the account is removed. */
  name: nullableText,
  email: nullableText,
  picture: nullableText,
  role: TeamRole,
  joinedAt: Instant,
  /** When the account last started or renewed a session. Sessions are renewed every 30 minutes. */
  lastSeenAt: Nullable(Instant),
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

const RenameTeamBody = Type.Object({ name: Type.String({ maxLength: 120 }) });

const MemberParams = Type.Object({ accountId: Type.String({ maxLength: 64 }) });
const RoleBody = Type.Object({ role: TeamRole });

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
  language: Type.Optional(Type.Enum(['vi', 'en'])),
});
export type InviteBody = Static<typeof InviteBody>;

const InvitationParams = Type.Object({ invitationId: Uuid });

/** Secret token of the link in an invitation email. */
const InvitationToken = Type.Object({ token: Type.String({ maxLength: 128 }) });

/** An invitation as the page behind its link shows it, without signing in. */
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
    summary: 'Returns the team and its members',
    access: 'session',
    status: 200,
    response: Team,
  },
  renameTeam: {
    ...endpoints.renameTeam,
    summary: 'Renames the team',
    access: 'session',
    minimumRole: 'owner',
    status: 200,
    body: RenameTeamBody,
    response: Team,
  },
  changeRole: {
    ...endpoints.changeRole,
    summary: 'Changes a member’s role, effective from their next request',
    access: 'session',
    minimumRole: 'owner',
    status: 200,
    params: MemberParams,
    body: RoleBody,
    response: Team,
  },
  removeMember: {
    ...endpoints.removeMember,
    summary: 'Removes a member from the team and ends their sessions immediately',
    access: 'session',
    minimumRole: 'owner',
    status: 200,
    params: MemberParams,
    response: Team,
  },
  leaveTeam: {
    ...endpoints.leaveTeam,
    summary: 'Leaves the team and returns the credential for the caller’s own team',
    access: 'session',
    status: 200,
    response: Credential,
  },
  listInvitations: {
    ...endpoints.listInvitations,
    summary: 'Lists pending invitations',
    access: 'session',
    minimumRole: 'owner',
    status: 200,
    response: InvitationList,
  },
  invite: {
    ...endpoints.invite,
    summary: 'Invites an email address and replaces any earlier invitation to it',
    access: 'session',
    minimumRole: 'owner',
    status: 200,
    body: InviteBody,
    response: Invitation,
  },
  resendInvitation: {
    ...endpoints.resendInvitation,
    summary: 'Resends an invitation with a new link and invalidates the earlier one',
    access: 'session',
    minimumRole: 'owner',
    status: 200,
    params: InvitationParams,
    response: Invitation,
  },
  withdrawInvitation: {
    ...endpoints.withdrawInvitation,
    summary: 'Withdraws an invitation and invalidates its link',
    access: 'session',
    minimumRole: 'owner',
    status: 204,
    params: InvitationParams,
    response: Type.Null(),
  },
  openInvitation: {
    ...endpoints.openInvitation,
    summary: 'Returns the invitation behind a link, without accepting it',
    access: 'public',
    status: 200,
    body: InvitationToken,
    response: OpenInvitation,
  },
  acceptInvitation: {
    ...endpoints.acceptInvitation,
    summary: 'Joins the team, returns a credential for it, and ends the earlier credential',
    access: 'session',
    status: 200,
    body: InvitationToken,
    response: Credential,
  },
} as const satisfies Routes;
