export const vi = {
  title: 'Đăng nhập bằng Google',
  text: 'Đăng nhập bằng Google chưa được bật trên hệ thống này, nên chưa có gì thay đổi với tài khoản của bạn.',
  otherWays: 'Bạn vẫn có thể đăng nhập bằng tên đăng nhập và mật khẩu.',
  back: 'Về trang đăng nhập',
};
export type GoogleTexts = typeof vi;
