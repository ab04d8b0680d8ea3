/** Texts of lists; the source language. */
export const vi = {
  clearSearch: 'Xoá nội dung tìm',
  filters: 'Bộ lọc',
  activeFilters: 'đang chọn',
  done: 'Xong',
  sort: 'Sắp xếp',
  clearFilters: 'Bỏ bộ lọc',
  noMatch: 'Không có kết quả phù hợp',
  noMatchText: 'Thử tìm với từ khác, hoặc bỏ bộ lọc.',
  offline: 'Chưa tải được khi ngoại tuyến',
  offlineText: 'Phần này sẽ tự tải khi có mạng trở lại.',
  pages: 'Các trang của danh sách',
  previous: 'Trang trước',
  next: 'Trang sau',
  page: (page: string) => `Trang ${page}`,
  download: 'Tải về',
  columns: {
    title: 'Chọn cột',
    first: (name: string) => `Cột “${name}” luôn đứng đầu. Mỗi thay đổi có hiệu lực ngay.`,
    frozen: 'Giữ cố định khi cuộn ngang',
    frozenCounts: (count: number) =>
      count === 0 ? 'Không cột nào' : count === 1 ? 'Cột đầu' : `${count} cột đầu`,
    reset: 'Về mặc định',
    done: 'Xong',
  },
  formats: { xlsx: 'Excel (XLSX)', csv: 'CSV' },
};
