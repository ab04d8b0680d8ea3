export const vi = {
  title: (team: string) => `Vào nhóm “${team}”`,
  loading: 'Đang mở lời mời',
  invited: (by: string | null, role: string) =>
    by === null
      ? `Bạn được mời vào nhóm với vai trò ${role.toLowerCase()}.`
      : `${by} mời bạn vào nhóm với vai trò ${role.toLowerCase()}.`,
  may: {
    owner: 'Chủ nhóm làm được mọi việc: gian hàng, thành viên, lời mời.',
    member: 'Thành viên liên kết, ngắt liên kết và đồng bộ gian hàng, xem mọi báo cáo.',
    viewer: 'Người xem chỉ xem báo cáo và tình trạng gian hàng.',
  },
  signInText: (email: string) =>
    `Hãy đăng nhập bằng tài khoản có email ${email}. Nếu chưa có, bạn đăng ký được ngay ở trang đăng nhập.`,
  signIn: 'Đăng nhập hoặc đăng ký',
  as: (email: string) => `Bạn đang đăng nhập bằng ${email}.`,
  ownTeam:
    'Sau khi vào, bạn làm việc trong nhóm này thay cho nhóm của riêng bạn. Rời nhóm lúc nào bạn cũng quay lại được.',
  accept: 'Vào nhóm',
  later: 'Để sau',
  other: (invited: string, signedIn: string) =>
    `Lời mời được gửi tới ${invited}, còn bạn đang đăng nhập bằng ${signedIn}.`,
  switch: 'Đăng nhập bằng tài khoản khác',
  invalid: 'Chưa mở được lời mời',
  noToken: 'Liên kết thiếu mã mời. Hãy mở lại liên kết trong thư.',
};
