export const vi = {
  copy: (what: string) => `Sao chép: ${what}`,
  copied: 'Đã sao chép',
  notCopied: 'Trình duyệt không cho sao chép. Nội dung đã được chọn; hãy sao chép bằng tay.',
  done: 'Tôi đã sao chép',
};
