export const vi = {
  title: 'Cài đặt',
  intro: 'Cách sản phẩm hiển thị, tài khoản của bạn và những gì bạn muốn được báo.',
};
