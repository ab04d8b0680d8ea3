export const vi = {
  title: 'Đăng nhập bằng Google',
  working: 'Đang đăng nhập bằng Google',
  workingText: 'Chúng tôi đang xác nhận với Google. Vui lòng chờ trong giây lát.',
  failed: 'Chưa đăng nhập được bằng Google',
  reasons: {
    nothing: 'Địa chỉ này chỉ dùng để Google đưa bạn trở lại sau khi đăng nhập.',
    state:
      'Lần đăng nhập này không bắt đầu từ trình duyệt này hoặc đã được dùng rồi. Hãy đăng nhập lại.',
    expired: 'Lần đăng nhập này đã mở quá lâu nên hết hạn. Hãy đăng nhập lại.',
    refused: 'Google không xác nhận lần đăng nhập này. Hãy thử lại.',
    unverified:
      'Google chưa xác minh email của tài khoản này. Hãy xác minh email với Google, hoặc dùng cách đăng nhập khác.',
    closed: 'Tài khoản này đã bị đóng. Hãy liên hệ quản trị viên của bạn.',
    unavailable: 'Chưa liên lạc được với Google. Hãy thử lại sau ít phút.',
    offline: 'Chưa kết nối được với máy chủ. Kiểm tra mạng rồi thử lại.',
  },
  otherWays: 'Bạn vẫn có thể đăng nhập bằng tên đăng nhập và mật khẩu.',
  reference: (id: string) => `Mã tra cứu: ${id}`,
  back: 'Về trang đăng nhập',
};
