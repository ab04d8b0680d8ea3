/** Texts of pages and notes that are shown for an error only; the source language. */
export const vi = {
  referenceText: 'Gửi mã này cho bộ phận hỗ trợ để được xử lý nhanh hơn.',
  staffOnly: (page: string | null) =>
    `${page === null ? 'Trang này' : `Trang “${page}”`} chỉ dành cho nhân viên vận hành.`,
  whoGrants: 'Chủ nhóm của bạn có thể đổi vai trò cho bạn.',
  permissionsFailed: 'Chưa tải được quyền của bạn',
  permissionsFailedText: 'Chưa biết bạn có được xem trang này hay không, nên trang chưa được mở.',
  permissionsFailedMenu: 'Menu có thể còn thiếu một số mục.',
  signInFailed: 'Chưa đăng nhập được',
  signInRepeated:
    'Trong một phút bạn đã được đưa tới trang đăng nhập hai lần mà vẫn chưa đăng nhập được. Hãy đăng nhập lại, hoặc dùng tài khoản khác.',
  signInAgain: 'Đăng nhập lại',
};
