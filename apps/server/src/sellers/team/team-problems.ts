import {
  Problem,
  rateLimitedProblem,
  type Language,
  type LocalizedText,
} from '../../platform/http/problem.ts';

/** The role was changed while the user had the page open. */
export const noLongerOwnerProblem = () =>
  new Problem(403, 'owners_only', {
    vi: 'Bạn không còn là chủ nhóm. Hãy nhờ một chủ nhóm thực hiện giúp bạn.',
    en: 'You’re no longer a team owner. Ask an owner to do this for you.',
  });

export const memberNotFoundProblem = () =>
  new Problem(404, 'member_not_found', {
    vi: 'Người này không còn trong nhóm.',
    en: 'This person is no longer in the team.',
  });

export const lastOwnerProblem = () =>
  new Problem(409, 'last_owner', {
    vi: 'Nhóm phải có ít nhất một chủ nhóm. Hãy đổi vai trò của một người khác thành chủ nhóm trước.',
    en: 'A team needs at least one owner. Make someone else an owner first.',
  });

export const aloneInTeamProblem = () =>
  new Problem(409, 'alone_in_team', {
    vi: 'Bạn là người duy nhất trong nhóm này nên không thể rời nhóm.',
    en: 'You’re the only person in this team, so you can’t leave it.',
  });

export const cannotRemoveYourselfProblem = () =>
  new Problem(409, 'not_yourself', {
    vi: 'Bạn không thể tự xoá mình. Hãy dùng “Rời nhóm”.',
    en: 'You can’t remove yourself. Use “Leave team” instead.',
  });

export const missingTeamNameProblem = (language: Language) =>
  fieldProblem(language, 'name', {
    vi: 'Vui lòng nhập tên nhóm.',
    en: 'Please enter a team name.',
  });

export const invalidEmailProblem = (language: Language) =>
  fieldProblem(language, 'email', {
    vi: 'Email chưa đúng, ví dụ ten@congty.vn',
    en: 'Email must be a valid email address, such as name@company.vn',
  });

export const alreadyMemberProblem = (email: string) =>
  new Problem(409, 'already_member', {
    vi: `${email} đã ở trong nhóm.`,
    en: `${email} is already in the team.`,
  });

export const teamFullProblem = (limit: number) =>
  new Problem(409, 'team_full', {
    vi: `Một nhóm có tối đa ${limit} người, tính cả lời mời đang chờ.`,
    en: `A team can have up to ${limit} people, including pending invitations.`,
  });

export const tooManyEmailsProblem = () =>
  rateLimitedProblem(24 * 3600, {
    vi: 'Nhóm đã gửi quá nhiều thư mời trong 24 giờ qua.',
    en: 'Your team has sent too many invitations in the last 24 hours.',
  });

export const resendTooSoonProblem = (seconds: number) =>
  rateLimitedProblem(seconds, {
    vi: 'Thư mời vừa được gửi.',
    en: 'The invitation was just sent.',
  });

export const mailUnavailableProblem = () =>
  new Problem(503, 'mail_unavailable', {
    vi: 'Hệ thống chưa gửi được email nên chưa thể mời. Hãy báo cho người quản trị.',
    en: 'This installation can’t send email yet, so you can’t invite anyone. Contact your administrator.',
  });

export const invitationNotFoundProblem = () =>
  new Problem(404, 'invitation_not_found', {
    vi: 'Lời mời này không còn nữa.',
    en: 'This invitation no longer exists.',
  });

/** Problems of an invitation link. */
export const linkProblems = {
  unknown: () =>
    new Problem(404, 'invitation_unknown', {
      vi: 'Liên kết mời không đúng, hoặc đã có thư mời mới hơn. Hãy mở liên kết trong thư mới nhất.',
      en: 'This invitation link is incorrect, or a newer email has replaced it. Open the link in the latest email.',
    }),
  expired: () =>
    new Problem(410, 'invitation_expired', {
      vi: 'Lời mời đã hết hạn. Hãy nhờ chủ nhóm gửi lại.',
      en: 'This invitation has expired. Ask a team owner to resend it.',
    }),
  withdrawn: () =>
    new Problem(410, 'invitation_withdrawn', {
      vi: 'Lời mời đã được thu hồi. Nếu bạn nghĩ có nhầm lẫn, hãy liên hệ chủ nhóm.',
      en: 'This invitation was withdrawn. If you think that’s a mistake, contact a team owner.',
    }),
  used: () =>
    new Problem(410, 'invitation_used', {
      vi: 'Lời mời này đã được dùng.',
      en: 'This invitation was already used.',
    }),
};

export const invitedAddressDiffersProblem = (invited: string, signedIn: string | null) =>
  new Problem(409, 'other_address', {
    vi: `Lời mời được gửi tới ${invited}, còn bạn đang đăng nhập bằng ${signedIn ?? 'một tài khoản không có email'}. Hãy đăng xuất rồi đăng nhập bằng tài khoản có email ${invited}.`,
    en: `This invitation is for ${invited}, but you’re signed in as ${signedIn ?? 'an account without an email'}. Sign out, then sign in with the account for ${invited}.`,
  });

export const unverifiedAddressProblem = (email: string) =>
  new Problem(409, 'address_unverified', {
    vi: `Bạn chưa xác nhận email ${email}. Hãy mở liên kết trong thư xác nhận rồi thử lại.`,
    en: `You haven’t confirmed ${email} yet. Open the link in the confirmation email, then try again.`,
  });

export const alreadyInTeamProblem = () =>
  new Problem(409, 'already_here', {
    vi: 'Bạn đã ở trong nhóm này.',
    en: 'You’re already in this team.',
  });

export const ownShopsLinkedProblem = (team: string, shops: number) =>
  new Problem(409, 'own_shops_linked', {
    vi: `Nhóm hiện tại của bạn, “${team}”, đang liên kết ${shops} gian hàng; nếu bạn chuyển nhóm thì không còn ai theo dõi chúng. Hãy ngắt liên kết các gian hàng đó trước, hoặc vào nhóm mới bằng một tài khoản khác.`,
    en: `Your current team, “${team}”, has ${shops === 1 ? '1 connected shop' : `${shops} connected shops`} that no one would manage after you move. Disconnect ${shops === 1 ? 'it' : 'them'} first, or join with a different account.`,
  });

export const othersInTeamProblem = (team: string) =>
  new Problem(409, 'others_in_team', {
    vi: `Bạn đang ở nhóm “${team}” cùng người khác, và mỗi tài khoản chỉ ở một nhóm. Hãy rời nhóm đó trước (Cài đặt › Nhóm), rồi mở lại liên kết này.`,
    en: `You’re in the team “${team}” with other people, and an account can only be in one team. Leave that team first (Settings › Team), then open this link again.`,
  });

export const movedMeanwhileProblem = () =>
  new Problem(409, 'moved_meanwhile', {
    vi: 'Tài khoản của bạn vừa vào một nhóm khác. Vui lòng tải lại trang.',
    en: 'Your account just joined another team. Reload the page.',
  });

function fieldProblem(language: Language, field: string, message: LocalizedText): Problem {
  return new Problem(400, 'validation', message, { [field]: message[language] });
}
