/** Texts of lists that are arranged; the source language. */
export const vi = {
  up: (name: string) => `Đưa “${name}” lên trước`,
  down: (name: string) => `Đưa “${name}” xuống sau`,
  place: (name: string, place: number, count: number) => `${name}: vị trí ${place} trên ${count}`,
};
