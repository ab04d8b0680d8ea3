export const vi = {
  label: 'Các bước bắt đầu',
  position: (step: number, all: number) => `Bước ${step} trên ${all}`,
  finished: 'Hoàn tất',
  steps: {
    profile: 'Hồ sơ',
    connect: 'Liên kết gian hàng',
    sync: 'Đồng bộ lần đầu',
    done: 'Hoàn tất',
  },
  states: { done: 'đã xong', current: 'bước hiện tại', later: 'chưa làm' },
  noShop: 'Chưa có gian hàng nào được liên kết',
  noShopText: 'Hãy liên kết một gian hàng để bắt đầu.',
  connect: 'Liên kết gian hàng',
};
