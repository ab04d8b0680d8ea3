export const vi = {
  label: 'Các bước bắt đầu',
  position: (step: number, all: number) => `Bước ${step} trên ${all}`,
  steps: {
    profile: 'Hồ sơ',
    connect: 'Liên kết gian hàng',
    sync: 'Đồng bộ lần đầu',
    done: 'Hoàn tất',
  },
  states: { done: 'đã xong', current: 'bước hiện tại', later: 'chưa làm' },
};
export type SetupTexts = typeof vi;
