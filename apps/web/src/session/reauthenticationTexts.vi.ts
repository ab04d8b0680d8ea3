/** Texts of the request to sign in again; the source language. */
export const vi = {
  title: 'Xác nhận đây là bạn',
  text: 'Những thay đổi này cần một lần đăng nhập trong vòng 15 phút gần đây. Sau khi đăng nhập, bạn quay lại đúng trang này.',
  action: 'Đăng nhập lại',
};
