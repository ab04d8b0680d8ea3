/** Texts of editing; the source language. */
export const vi = {
  save: 'Lưu thay đổi',
  leave: {
    title: 'Bạn có thay đổi chưa lưu',
    text: 'Nếu rời trang này, những gì bạn vừa nhập sẽ mất.',
    stay: 'Ở lại',
    go: 'Rời trang, bỏ thay đổi',
  },
  draft: {
    restored: 'Đã khôi phục nội dung bạn nhập dở lần trước.',
    discard: 'Bỏ nội dung này',
  },
  conflict: {
    title: 'Có người vừa thay đổi mục này',
    text: (when: string) =>
      `Bản mới nhất được lưu ${when}. Bản của bạn chưa được lưu và vẫn còn nguyên.`,
    field: 'Mục',
    mine: 'Bản của bạn',
    theirs: 'Bản mới nhất',
    takeTheirs: 'Dùng bản mới nhất',
    saveMine: 'Lưu bản của tôi',
  },
  history: {
    failed: 'Chưa tải được lịch sử thay đổi',
    by: (who: string, when: string) => (who === '' ? when : `${who} · ${when}`),
    older: 'Xem thay đổi cũ hơn',
  },
};
