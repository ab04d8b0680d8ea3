import { dailyLimitProblem, Problem } from '../../platform/http/problem.ts';

export const scheduleNotFound = () =>
  new Problem(404, 'schedule_unknown', {
    vi: 'Không tìm thấy lịch gửi báo cáo này; có thể nó đã bị xoá.',
    en: 'Report email not found. It may have been deleted.',
  });

export const viewNotScheduled = () =>
  new Problem(404, 'view_unknown', {
    vi: 'Không tìm thấy chế độ xem này của Tổng quan; có thể nó đã bị xoá.',
    en: 'View of the dashboard not found. It may have been deleted.',
  });

export const tooManySchedules = () =>
  new Problem(409, 'too_many_schedules', {
    vi: 'Nhóm đã đặt lịch 20 báo cáo. Hãy xoá bớt lịch không còn dùng.',
    en: 'Your team already has 20 report emails. Delete one you no longer use first.',
  });

export const tooManyEmails = () =>
  dailyLimitProblem({
    vi: 'Hôm nay đã gửi quá nhiều email.',
    en: 'Too many emails were sent today.',
  });

export const mailUnavailable = () =>
  new Problem(409, 'mail_unavailable', {
    vi: 'Hệ thống này chưa được thiết lập để gửi email.',
    en: 'Email isn’t set up on this system.',
  });

export const noConfirmedAddress = () =>
  new Problem(409, 'email_unconfirmed', {
    vi: 'Tài khoản của bạn chưa có email đã xác nhận. Hãy thêm email trong cài đặt mật khẩu và email.',
    en: 'Your account has no confirmed email. Add one in your password and email settings.',
  });

export const viewersAskNobody = () =>
  new Problem(403, 'members_only', {
    vi: 'Bạn chỉ có quyền xem trong nhóm này nên chỉ gửi được báo cáo cho chính mình.',
    en: 'You have view-only access to this team, so you can only send reports to yourself.',
  });

export const recipientUnknown = () =>
  new Problem(400, 'recipient_unknown', {
    vi: 'Chỉ gửi được cho thành viên của nhóm.',
    en: 'Only members of your team can receive a report.',
  });
