import {
  isEmail,
  type Invitation,
  type InvitationList,
  type InviteBody,
} from '@seller-connect/contract';
import { recordAuditEvent } from '../../audit/index.ts';
import type { Database, TenantTransaction } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/http.ts';
import { enqueueTeamEmail } from '../../platform/mail/mail-queue.ts';
import type { Language } from '../../platform/http/problem.ts';
import { invitationEmailKind } from './invitation-email.ts';
import {
  insertInvitation,
  invitationLifetimeMs,
  countEmailsOfLastDay,
  listOpenInvitations,
  listOpenInvitationsInTransaction,
  renewInvitation,
  withdrawInvitation,
  type StoredInvitation,
} from './invitation-store.ts';
import { lockTeamAsOwner, type StoredTeam } from '../team/membership.ts';
import { emailKey, type IdentityDirectory } from '../identity-directory.ts';
import {
  alreadyMemberProblem,
  invalidEmailProblem,
  invitationNotFoundProblem,
  mailUnavailableProblem,
  teamFullProblem,
  tooManyEmailsProblem,
  resendTooSoonProblem,
} from '../team/team-problems.ts';

/** Maximum number of members and open invitations of a team. */
const maxTeamSize = 100;
/** Emails that a team may send in 24 hours, and how many of them to one address. */
const maxEmailsPerDay = 50;
const maxEmailsPerRecipientPerDay = 5;
const resendCooldownMs = 60_000;

export interface Invitations {
  list(session: Session): Promise<InvitationList>;
  invite(session: Session, given: InviteBody, language: Language): Promise<Invitation>;
  resend(session: Session, id: string): Promise<Invitation>;
  withdraw(session: Session, id: string): Promise<void>;
}

/** Creates the owners' side of invitations by email. */
export function createInvitations(dependencies: {
  database: Database;
  directory: IdentityDirectory;
}): Invitations {
  const { database, directory } = dependencies;

  async function toInvitation(invitation: StoredInvitation): Promise<Invitation> {
    const inviter = await directory.account(invitation.invitedBy);
    return {
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      invitedBy: inviter?.name ?? inviter?.email ?? null,
      sentAt: invitation.sentAt.toISOString(),
      expiresAt: invitation.expiresAt.toISOString(),
    };
  }

  async function assertNotMember(team: StoredTeam, email: string): Promise<void> {
    const profiles = await Promise.all(
      team.members.map(({ accountId }) => directory.account(accountId)),
    );
    const key = emailKey(email);
    if (profiles.some((profile) => profile?.email && emailKey(profile.email) === key)) {
      throw alreadyMemberProblem(email);
    }
  }

  async function assertEmailAllowance(tx: TenantTransaction, email: string): Promise<void> {
    const sent = await countEmailsOfLastDay(tx, email);
    if (sent.team >= maxEmailsPerDay || sent.mailbox >= maxEmailsPerRecipientPerDay)
      throw tooManyEmailsProblem();
  }

  async function queueInvitationEmail(
    tx: TenantTransaction,
    invitation: StoredInvitation,
  ): Promise<void> {
    const data = { tenant: tx.tenantId, invitation: invitation.id };
    const queuedEmail = { to: invitation.email, data, validForMs: invitationLifetimeMs };
    if (!(await enqueueTeamEmail(tx, invitationEmailKind, queuedEmail)))
      throw tooManyEmailsProblem();
  }

  return {
    async list({ tenantId }) {
      const items = await Promise.all(
        (await listOpenInvitations(database, tenantId)).map(toInvitation),
      );
      return { items, total: items.length };
    },

    async invite(session, given, callerLanguage) {
      const email = given.email.normalize('NFC').trim();
      if (!isEmail(email)) throw invalidEmailProblem(callerLanguage);
      if (!directory.canSendEmails) throw mailUnavailableProblem();
      const { role, language = callerLanguage } = given;
      const invitedBy = session.accountId;
      const invitation = await database.tenant(session.tenantId, async (tx) => {
        const team = await lockTeamAsOwner(tx, invitedBy);
        await assertNotMember(team, email);
        await assertEmailAllowance(tx, email);
        const added = await insertInvitation(tx, { email, role, language, invitedBy });
        const open = await listOpenInvitationsInTransaction(tx);
        if (team.members.length + open.length > maxTeamSize) throw teamFullProblem(maxTeamSize);
        await queueInvitationEmail(tx, added);
        const subject = { kind: 'invitation', id: added.id, name: email } as const;
        const details = { role };
        await recordAuditEvent(tx, {
          action: 'team.invited',
          actorId: invitedBy,
          subject,
          details,
        });
        return added;
      });
      return toInvitation(invitation);
    },

    async resend({ tenantId, accountId }, id) {
      if (!directory.canSendEmails) throw mailUnavailableProblem();
      const invitation = await database.tenant(tenantId, async (tx) => {
        await lockTeamAsOwner(tx, accountId);
        const before = (await listOpenInvitationsInTransaction(tx)).find((each) => each.id === id);
        if (!before) throw invitationNotFoundProblem();
        const waitMs = before.sentAt.getTime() + resendCooldownMs - Date.now();
        if (waitMs > 0) throw resendTooSoonProblem(Math.ceil(waitMs / 1000));
        await assertEmailAllowance(tx, before.email);
        const renewed = await renewInvitation(tx, id);
        if (!renewed) throw invitationNotFoundProblem();
        await queueInvitationEmail(tx, renewed);
        const subject = { kind: 'invitation', id, name: renewed.email } as const;
        await recordAuditEvent(tx, {
          action: 'team.invitation_resent',
          actorId: accountId,
          subject,
        });
        return renewed;
      });
      return toInvitation(invitation);
    },

    async withdraw({ tenantId, accountId }, id) {
      await database.tenant(tenantId, async (tx) => {
        await lockTeamAsOwner(tx, accountId);
        const withdrawn = await withdrawInvitation(tx, id);
        if (!withdrawn) throw invitationNotFoundProblem();
        const subject = { kind: 'invitation', id, name: withdrawn.email } as const;
        await recordAuditEvent(tx, {
          action: 'team.invitation_withdrawn',
          actorId: accountId,
          subject,
        });
      });
    },
  };
}
