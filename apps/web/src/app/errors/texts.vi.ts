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
  signedOut: 'Bạn đã đăng xuất',
  signedOutElsewhere: 'Bạn vừa đăng xuất ở một thẻ khác của trình duyệt.',
  signedOutHere:
    'Bạn đã đăng xuất khỏi trình duyệt này. Dịch vụ đăng nhập chưa xác nhận điều đó, nên lần tới bạn sẽ cần nhập mật khẩu.',
  accountDeleted: 'Tài khoản của bạn đã được xoá',
  accountDeletedPoints: [
    'Tên, email và mật khẩu của bạn đã bị xoá, và bạn đã đăng xuất trên mọi thiết bị. Chúng tôi đã gửi thư xác nhận đến email của bạn.',
    'Nếu trong nhóm còn người khác, các gian hàng và báo cáo ở lại với họ.',
    'Nếu bạn là người duy nhất, các gian hàng đã bị ngắt liên kết và dữ liệu của chúng đang được xoá. Bản sao lưu giữ chúng cho đến khi hết hạn.',
  ],
  toSignIn: 'Đến trang đăng nhập',
};
