import {
  isEmail,
  type Invitation,
  type InvitationList,
  type InviteBody,
} from '@seller-connect/contract';
import { record } from '../../audit/index.ts';
import type { Database, TenantTransaction } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/http.ts';
import { queueLetter } from '../../platform/mail/mail-queue.ts';
import type { Language } from '../../platform/http/problem.ts';
import { invitationLetter } from './invitation-email.ts';
import {
  addInvitation,
  invitationLifeMs,
  lettersOfADay,
  openInvitations,
  openInvitationsIn,
  renewInvitation,
  withdrawInvitation,
  type StoredInvitation,
} from './invitation-store.ts';
import { lockTeamAsOwner, type StoredTeam } from '../team/membership.ts';
import { emailKey, type People } from '../identity-directory.ts';
import {
  alreadyMember,
  badEmail,
  invitationNotFound,
  noLetters,
  teamFull,
  tooManyLetters,
  tooSoon,
} from '../team/team-problems.ts';

/** People in a team at most, open invitations included. */
const teamLimit = 100;
/** Letters that a team may send in 24 hours, and how many of them to one address. */
const lettersADay = 50;
const lettersToOneADay = 5;
const resendPauseMs = 60_000;

export interface Invitations {
  list(session: Session): Promise<InvitationList>;
  invite(session: Session, given: InviteBody, language: Language): Promise<Invitation>;
  resend(session: Session, id: string): Promise<Invitation>;
  withdraw(session: Session, id: string): Promise<void>;
}

/** Invitations by e-mail: what owners do about them. */
export function createInvitations(parts: { database: Database; people: People }): Invitations {
  const { database, people } = parts;

  async function toAnswer(invitation: StoredInvitation): Promise<Invitation> {
    const inviter = await people.person(invitation.invitedBy);
    return {
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      invitedBy: inviter?.name ?? inviter?.email ?? null,
      sentAt: invitation.sentAt.toISOString(),
      expiresAt: invitation.expiresAt.toISOString(),
    };
  }

  async function refuseMember(team: StoredTeam, email: string): Promise<void> {
    const known = await Promise.all(team.members.map(({ accountId }) => people.person(accountId)));
    const key = emailKey(email);
    if (known.some((person) => person?.email && emailKey(person.email) === key)) {
      throw alreadyMember(email);
    }
  }

  async function mayWrite(tx: TenantTransaction, email: string): Promise<void> {
    const sent = await lettersOfADay(tx, email);
    if (sent.team >= lettersADay || sent.mailbox >= lettersToOneADay) throw tooManyLetters();
  }

  async function send(tx: TenantTransaction, invitation: StoredInvitation): Promise<void> {
    const data = { tenant: tx.tenantId, invitation: invitation.id };
    const letter = { to: invitation.email, data, validForMs: invitationLifeMs };
    if (!(await queueLetter(tx, invitationLetter, letter))) throw tooManyLetters();
  }

  return {
    async list({ tenantId }) {
      const items = await Promise.all((await openInvitations(database, tenantId)).map(toAnswer));
      return { items, total: items.length };
    },

    async invite(session, given, callerLanguage) {
      const email = given.email.normalize('NFC').trim();
      if (!isEmail(email)) throw badEmail(callerLanguage);
      if (!people.canSendLetters) throw noLetters();
      const { role, language = callerLanguage } = given;
      const invitedBy = session.accountId;
      const invitation = await database.tenant(session.tenantId, async (tx) => {
        const team = await lockTeamAsOwner(tx, invitedBy);
        await refuseMember(team, email);
        await mayWrite(tx, email);
        const added = await addInvitation(tx, { email, role, language, invitedBy });
        const open = await openInvitationsIn(tx);
        if (team.members.length + open.length > teamLimit) throw teamFull(teamLimit);
        await send(tx, added);
        const subject = { kind: 'invitation', id: added.id, name: email } as const;
        const details = { role };
        await record(tx, { action: 'team.invited', actorId: invitedBy, subject, details });
        return added;
      });
      return toAnswer(invitation);
    },

    async resend({ tenantId, accountId }, id) {
      if (!people.canSendLetters) throw noLetters();
      const invitation = await database.tenant(tenantId, async (tx) => {
        await lockTeamAsOwner(tx, accountId);
        const before = (await openInvitationsIn(tx)).find((each) => each.id === id);
        if (!before) throw invitationNotFound();
        const waitMs = before.sentAt.getTime() + resendPauseMs - Date.now();
        if (waitMs > 0) throw tooSoon(Math.ceil(waitMs / 1000));
        await mayWrite(tx, before.email);
        const renewed = await renewInvitation(tx, id);
        if (!renewed) throw invitationNotFound();
        await send(tx, renewed);
        const subject = { kind: 'invitation', id, name: renewed.email } as const;
        await record(tx, { action: 'team.invitation_resent', actorId: accountId, subject });
        return renewed;
      });
      return toAnswer(invitation);
    },

    async withdraw({ tenantId, accountId }, id) {
      await database.tenant(tenantId, async (tx) => {
        await lockTeamAsOwner(tx, accountId);
        const withdrawn = await withdrawInvitation(tx, id);
        if (!withdrawn) throw invitationNotFound();
        const subject = { kind: 'invitation', id, name: withdrawn.email } as const;
        await record(tx, { action: 'team.invitation_withdrawn', actorId: accountId, subject });
      });
    },
  };
}
