import type { HomeBlock } from '../../../storage.ts';

/** Texts of the order of blocks on Home; the source language. */
export const vi = {
  alert: 'Đặt cảnh báo…',
  arrange: 'Tuỳ chỉnh trang…',
  title: 'Tuỳ chỉnh trang Tổng quan',
  about: 'Chọn các khối hiển thị và thứ tự của chúng. Lựa chọn được lưu trên trình duyệt này.',
  blocks: {
    chart: 'Biểu đồ',
    breakdown: 'Doanh số theo gian hàng, thương hiệu, giờ',
    products: 'Sản phẩm bán chạy',
    ads: 'Quảng cáo',
  } satisfies Record<HomeBlock, string>,
  reset: 'Về mặc định',
  done: 'Xong',
};
