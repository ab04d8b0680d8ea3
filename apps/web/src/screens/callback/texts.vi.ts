export const vi = {
  working: (partner: string) => `Đang hoàn tất liên kết với ${partner}`,
  workingText: 'Việc này thường mất vài giây. Vui lòng không đóng trang.',
  failed: 'Chưa liên kết được gian hàng',
  failedAds: 'Chưa liên kết được tài khoản quảng cáo',
  backToConnect: 'Về trang liên kết',
  linkAgain: 'Liên kết lại',
  seeShops: 'Xem gian hàng đã liên kết',
  chooseAgain: 'Chọn lại tài khoản',
  linkChosen: 'Liên kết gian hàng vừa chọn',
  reasons: {
    refused: (partner: string) =>
      `Bạn đã không đồng ý cấp quyền trên trang của ${partner}, nên chưa có gì được liên kết.`,
    expired: 'Yêu cầu liên kết này đã quá hạn. Hãy bắt đầu lại, chỉ mất vài giây.',
    used: 'Yêu cầu liên kết này đã được dùng rồi. Nếu gian hàng chưa có trong danh sách, hãy bắt đầu lại.',
    mismatch:
      'Yêu cầu liên kết này không được bắt đầu từ phiên đăng nhập hiện tại. Hãy bắt đầu lại tại đây.',
    elsewhere:
      'Gian hàng này đang được liên kết với một nhóm khác. Hãy nhờ nhóm đó ngắt liên kết rồi liên kết lại tại đây.',
    incomplete: (partner: string) =>
      `${partner} không gửi kèm mã xác nhận. Hãy bắt đầu lại từ trang liên kết.`,
    unnamed: (partner: string) =>
      `${partner} không cho biết bạn vừa cấp quyền cho gian hàng nào. Hãy bắt đầu lại và đăng nhập bằng tài khoản của gian hàng.`,
    declined:
      'Bạn đã bỏ chọn quyền đọc số liệu quảng cáo, nên chưa có gì được liên kết. Hãy bắt đầu lại và giữ quyền này.',
    noAccounts:
      'Không có tài khoản quảng cáo nào được chọn. Hãy bắt đầu lại và chọn ít nhất một tài khoản.',
    unavailable: (partner: string) =>
      `${partner} tạm thời không phản hồi. Hãy thử lại sau ít phút.`,
    otherAccount:
      'Tài khoản bạn vừa chọn không phải của gian hàng cần liên kết lại. Chưa có gì thay đổi.',
    other: (partner: string) => `${partner} chưa xác nhận được yêu cầu này. Hãy bắt đầu lại.`,
  },
};
