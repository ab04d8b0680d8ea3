import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '../../platform/database/database.ts';
import type { EmailComposer } from '../../platform/mail/mail-queue.ts';
import type { LocalizedText } from '../../platform/http/problem.ts';
import { issueInvitationToken } from './invitation-store.ts';
import type { IdentityDirectory } from '../identity-directory.ts';
import { teamRoleNames } from '../../platform/team-roles.ts';

/** Kind of this email in the mail queue. */
export const invitationEmailKind = 'sellers.invitation';

const Data = Type.Object({ tenant: Type.String(), invitation: Type.String() });

const subjectTemplate: LocalizedText = {
  vi: '{inviter} mời bạn vào nhóm {team} trên Seller Connect',
  en: '{inviter} invited you to join the team {team} on Seller Connect',
};

const textTemplate: LocalizedText = {
  vi: `Chào bạn,

{inviter} mời bạn vào nhóm {team} trên Seller Connect với vai trò {role}. Hãy mở liên kết sau trong vòng 7 ngày để nhận lời:

{link}

Bạn cần đăng nhập bằng tài khoản có email {email}; nếu chưa có, bạn đăng ký được ngay tại đó. Liên kết chỉ dùng được một lần. Nếu bạn không biết người mời, hãy bỏ qua thư này.

--
Seller Connect
Thư này được gửi tự động, vui lòng không trả lời.
`,
  en: `Hello,

{inviter} invited you to join the team {team} on Seller Connect. Your role: {role}. To accept, open this link within 7 days:

{link}

Sign in with the account for {email}. If you don’t have one yet, you can register there. The link can only be used once. If you don’t know who invited you, ignore this email.

--
Seller Connect
This email was sent automatically. Please don’t reply.
`,
};

/** Composes invitation emails. Every attempt at sending gets a new secret. */
export function createInvitationComposer(dependencies: {
  database: Database;
  directory: IdentityDirectory;
  appOrigin: string;
}): EmailComposer {
  const { database, directory, appOrigin } = dependencies;
  return async (data) => {
    const { tenant, invitation } = Value.Parse(Data, data);
    const issued = await issueInvitationToken(database, tenant, invitation);
    if (!issued) return null;
    const { token, email, role, language, team } = issued;
    const inviter = await directory.account(issued.invitedBy);
    const link = new URL('/join', appOrigin);
    link.searchParams.set('token', token);
    const values: Record<string, string> = {
      inviter: toSingleLine(inviter?.name ?? inviter?.email ?? team),
      team: toSingleLine(team),
      role: teamRoleNames[role][language],
      email,
      link: link.href,
    };
    const fillTemplate = (message: LocalizedText) =>
      message[language].replaceAll(/\{(\w+)\}/g, (match, name: string) => values[name] ?? match);
    return { to: email, subject: fillTemplate(subjectTemplate), text: fillTemplate(textTemplate) };
  };
}

/** Replaces control characters, so that a name typed by a user can start neither a line nor a header. */
function toSingleLine(name: string): string {
  return name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
