/** Texts of the roles in a team; the source language. */
export const vi = {
  names: { owner: 'Chủ nhóm', member: 'Thành viên', viewer: 'Người xem' },
  readOnly: (team: string) =>
    `Bạn chỉ có quyền xem trong nhóm “${team}”. Hãy nhờ chủ nhóm đổi vai trò của bạn thành thành viên.`,
  toTeam: 'Xem nhóm',
};
