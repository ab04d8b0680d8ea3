import type { Credential, ProfileForm, User } from '@seller-connect/contract';
import { recordAuditEvent } from '../audit/index.ts';
import type { Http, Session } from '../platform/http/http.ts';
import type { EmailComposer } from '../platform/mail/mail-queue.ts';
import { Problem } from '../platform/http/problem.ts';
import { parseTenantId, hashToken } from '../platform/secrets.ts';
import {
  bindCoreSessions,
  deleteCoreSession,
  deleteCoreSessionsOfSignIns,
  findCoreSession,
  createCoreSession,
  recordSessionChange,
  type EndedSignIns,
} from './core-session/core-session-store.ts';
import { createInvitationComposer } from './invitations/invitation-email.ts';
import { createInvitations } from './invitations/invitations.ts';
import { createJoining, type JoiningDependencies } from './invitations/joining.ts';
import { enterTeam } from './team/membership.ts';
import type { IdentityProfile } from './identity-directory.ts';
import { parseProfileForm } from './profile/profile-form.ts';
import {
  readProfile,
  readProfileAndTeam,
  saveProfile,
  versionOf,
  type StoredProfile,
} from './profile/profile-store.ts';
import { listRecipients, type Recipient } from './team/recipients.ts';
import { createTeams, type Teams } from './team/team.ts';
import { removeAccountFromTeam } from './team/removal.ts';
import { createEraser } from '../platform/database/eraser.ts';

export { invitationEmailKind } from './invitations/invitation-email.ts';
export type { IdentityDirectory, IdentityProfile } from './identity-directory.ts';

/** Erases a team without members. */
export const sellerRows = createEraser(
  [],
  [
    'sellers.core_session',
    'sellers.invitation',
    'sellers.profile',
    'sellers.member',
    'sellers.team',
  ],
);

export interface SellersDependencies extends JoiningDependencies {
  /** Origin of the links in emails. */
  appOrigin: string;
}

export interface Sellers extends Pick<Teams, 'accountLeaves'> {
  /** Lists the members of a team with the addresses for their notifications. */
  recipients(tenantId: string): Promise<Recipient[]>;
  authenticate(token: string): Promise<Session | null>;
  /** Records that a session has changed something, so that it reads no standby that lacks the change. */
  recordSessionChange(session: Session): Promise<void>;
  routes(http: Http): void;
  /** Composes the email of an invitation from its queued data. */
  composeInvitation: EmailComposer;
  /** Binds what a Google login opened here to its sign-in at the identity provider, so that they end together. */
  onSignInStarted(who: { tenantId: string; sub: string }, signInId: string): Promise<void>;
  /** Ends what ended sign-ins at the identity provider opened here. */
  signInsEnded(who: { tenantId: string; sub: string }, ended: EndedSignIns): Promise<void>;
  /** Deletes the sessions, profile and membership of a removed account. @returns whether the team has other members */
  accountRemoved(tenantId: string, accountId: string): Promise<{ someoneLeft: boolean }>;
  /** Founds the account's team under a name and saves its profile, unless they exist. */
  completeProfile(
    account: { tenantId: string; sub: string },
    teamName: string,
    form: ProfileForm,
  ): Promise<void>;
}

const identityRefusedProblem = new Problem(401, 'identity_refused', {
  vi: 'Không xác nhận được đăng nhập của bạn. Vui lòng đăng nhập lại.',
  en: 'We couldn’t confirm your sign-in. Sign in again.',
});

/** Milliseconds. Limits a session that no sign-in ends yet, in case `onSignInStarted` is never called. */
const maxUnboundSessionMs = 10 * 60_000;

export function createSellers(options: SellersDependencies): Sellers {
  const { database, directory, appOrigin } = options;
  const teams = createTeams(options);
  const invitations = createInvitations(options);
  const joining = createJoining(options);

  /** Opens a session in the account's team; founds the team if it does not exist. */
  async function openSession(
    who: { sub: string; tenantId: string },
    from: { signInId: string | null; notAfter: Date | null },
  ): Promise<Credential> {
    const identityProfile = await directory.account(who.sub);
    if (!identityProfile) throw identityRefusedProblem;
    const name = identityProfile.name ?? identityProfile.email ?? '';
    const enter = (tenantId: string) =>
      database.tenant(tenantId, (tx) => enterTeam(tx, who.sub, name));
    let tenantId = who.tenantId;
    for (let moves = 0; !(await enter(tenantId)); moves += 1) {
      // The account was removed from the team, but the program stopped before the identity provider knew. Move it
      // to its previous team, then to a new one.
      const next = moves < 2 ? await directory.leaveTeam(who.sub, tenantId) : null;
      if (next === null) throw identityRefusedProblem;
      tenantId = next;
    }
    return createCoreSession(database, { tenantId, accountId: who.sub, ...from });
  }

  /** Ends a session whose sign-in ended before the session was stored, which did not end it. @throws Problem always */
  async function refuseEndedSignIn({ accessToken }: Credential): Promise<never> {
    const tenantId = parseTenantId(accessToken);
    if (tenantId === null) throw new Error('The credential that was just created has no tenant');
    await deleteCoreSession(database, { tenantId, tokenHash: hashToken(accessToken) });
    throw identityRefusedProblem;
  }

  /** Opens a session in the team that the account has moved to. It keeps the expiry and the sign-in of the old one. */
  async function replaceSession(session: Session, tenantId: string): Promise<Credential> {
    const { accountId: sub, signInId = null, expiresAt: notAfter } = session;
    const credential = await openSession({ sub, tenantId }, { signInId, notAfter });
    const isActive = signInId === null || (await directory.isSignInActive(signInId));
    return isActive ? credential : refuseEndedSignIn(credential);
  }

  async function currentUser({ tenantId, accountId, role }: Session): Promise<User> {
    const identityProfile = await directory.account(accountId);
    if (!identityProfile) throw identityRefusedProblem;
    const { team, profile } = await readProfileAndTeam(database, tenantId, accountId);
    return { ...toUser(identityProfile, tenantId, profile), team: { name: team, role } };
  }

  return {
    recipients: (tenantId) => listRecipients(database, directory, tenantId),
    authenticate: (token) => findCoreSession(database, token),
    recordSessionChange: (session) => recordSessionChange(database, session),
    accountLeaves: teams.accountLeaves,
    composeInvitation: createInvitationComposer({ database, directory, appOrigin }),

    routes({ handle }) {
      handle('identityLogin', async ({ body }) => {
        const verified = await directory.verifyAccessToken(body.accessToken);
        if (!verified) throw identityRefusedProblem;
        const { sessionUid: signInId, sessionEndsAt: notAfter } = verified;
        const credential = await openSession(verified, { signInId, notAfter });
        const isActive =
          signInId === null || (await directory.verifyAccessToken(body.accessToken)) !== null;
        return isActive ? credential : refuseEndedSignIn(credential);
      });
      handle('googleLogin', async ({ body, request }) => {
        const caller = { address: request.ip, requestId: request.id };
        const account = await directory.googleAccount(body.accessToken, caller);
        // The sign-in starts after this call; `onSignInStarted` binds the session to it.
        const notAfter = new Date(Date.now() + maxUnboundSessionMs);
        return openSession(account, { signInId: null, notAfter });
      });
      handle('validate', async ({ session }) => ({
        sub: session.accountId,
        expiresAt: session.expiresAt.toISOString(),
      }));
      handle('endSession', async ({ session }) => {
        await deleteCoreSession(database, session);
        return null;
      });

      handle('getUser', ({ session }) => currentUser(session));
      handle('saveUser', async ({ session, request, body, language }) => {
        const form = parseProfileForm(body, language);
        const { tenantId, accountId } = session;
        const outcome = await database.tenant(tenantId, async (tx) => {
          const saved = await saveProfile(
            tx,
            accountId,
            form,
            parseVersion(request.headers['if-match']),
          );
          if (saved === 'changed')
            await recordAuditEvent(tx, { action: 'profile.saved', actorId: accountId });
          return saved;
        });
        const user = await currentUser(session);
        if (outcome === 'conflict') throw conflictProblem(user);
        return user;
      });

      handle('readTeam', ({ session }) => teams.read(session));
      handle('renameTeam', ({ session, body, language }) =>
        teams.rename(session, body.name, language),
      );
      handle('changeRole', ({ session, params, body }) =>
        teams.changeRole(session, params.accountId, body.role),
      );
      handle('removeMember', ({ session, params }) => teams.remove(session, params.accountId));
      handle('leaveTeam', async ({ session }) => {
        const tenantId = await teams.leave(session);
        return replaceSession(session, tenantId);
      });

      handle('listInvitations', ({ session }) => invitations.list(session));
      handle('invite', ({ session, body, language }) =>
        invitations.invite(session, body, language),
      );
      handle('resendInvitation', ({ session, params }) =>
        invitations.resend(session, params.invitationId),
      );
      handle('withdrawInvitation', async ({ session, params }) => {
        await invitations.withdraw(session, params.invitationId);
        return null;
      });
      handle('openInvitation', ({ body, request }) =>
        joining.findInvitation(body.token, request.ip),
      );
      handle('acceptInvitation', async ({ session, body, request }) => {
        const tenantId = await joining.accept(session, body.token, request.ip);
        return replaceSession(session, tenantId);
      });
    },

    onSignInStarted: ({ tenantId, sub }, signInId) =>
      database.tenant(tenantId, (tx) => bindCoreSessions(tx, sub, signInId)),
    signInsEnded: ({ tenantId, sub }, ended) =>
      database.tenant(tenantId, (tx) => deleteCoreSessionsOfSignIns(tx, sub, ended)),
    accountRemoved: (tenantId, accountId) =>
      removeAccountFromTeam(database, tenantId, accountId, options.onMemberGone),

    completeProfile: ({ tenantId, sub }, teamName, form) =>
      database.tenant(tenantId, async (tx) => {
        await enterTeam(tx, sub, teamName);
        if (!(await readProfile(tx, sub))) await saveProfile(tx, sub, form);
      }),
  };
}

function toUser(
  identityProfile: IdentityProfile,
  tenantId: string,
  saved: StoredProfile | null,
): Omit<User, 'team'> {
  return {
    sub: identityProfile.sub,
    name: identityProfile.name,
    picture: identityProfile.picture,
    email: identityProfile.email,
    phone_number: identityProfile.phoneNumber,
    address: identityProfile.address,
    birthday: identityProfile.birthday,
    roles: identityProfile.roles,
    permissions: identityProfile.permissions,
    meta_data: identityProfile.metaData,
    updated_at: identityProfile.updatedAt?.toISOString() ?? null,
    tenant_id: tenantId,
    profile: saved && {
      email: saved.email,
      phoneNumber: saved.phoneNumber,
      business: saved.business,
      purpose: saved.purpose,
    },
    profileCompletedAt: saved?.completedAt.toISOString() ?? null,
    profileVersion: versionOf(saved),
    profileUpdatedAt: saved?.updatedAt.toISOString() ?? null,
  };
}

/** Parses the version in `If-Match`; undefined without one. A text that is no version matches none. */
const parseVersion = (ifMatch: string | undefined) =>
  ifMatch === undefined ? undefined : Number(/^"(\d+)"$/.exec(ifMatch)?.[1]);

const conflictProblem = ({ profile, profileVersion, profileUpdatedAt }: User) =>
  new Problem(
    409,
    'changed_meanwhile',
    {
      vi: 'Hồ sơ vừa được lưu ở nơi khác. Hãy xem bản mới trước khi lưu.',
      en: 'Your profile was just saved elsewhere. Review the latest version before you save.',
    },
    { current: { profile, profileVersion, profileUpdatedAt } },
  );
