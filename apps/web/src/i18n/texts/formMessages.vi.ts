/** Generic form messages (spec 5) by rule; the source language. `label` is the field's visible label. */

const count = (value: number) => new Intl.NumberFormat('vi-VN').format(value);

/** Lowercases a label within a sentence: "tên thương hiệu", but keeps "SKU". */
const lowercaseInitial = (label: string) =>
  /^\p{Lu}\p{Ll}/u.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;

export const vi = {
  /** For errors without a specific message. */
  invalid: (label: string) => `${label} chưa hợp lệ`,
  required: (label: string) => `Vui lòng nhập ${lowercaseInitial(label)}`,
  enum: (label: string, choices: string) => `${label} phải là một trong các giá trị: ${choices}`,
  whitespace: (label: string) => `${label} không được chỉ gồm khoảng trắng`,
  date: {
    format: (label: string) => `${label} phải theo dạng ngày/tháng/năm, ví dụ 3/11/2026`,
    invalid: (label: string) => `${label} không phải là ngày có trong lịch`,
    min: (label: string, first: string) => `${label} phải từ ngày ${first} trở đi`,
    max: (label: string, last: string) => `${label} không được sau ngày ${last}`,
    range: (label: string, first: string, last: string) =>
      `${label} phải trong khoảng từ ${first} đến ${last}`,
  },
  type: {
    number: (label: string) => `${label} phải là một số`,
    integer: (label: string) => `${label} phải là số nguyên`,
    email: (label: string) => `${label} chưa đúng, ví dụ ten@congty.vn`,
    phone: (label: string) => `${label} chưa đúng, ví dụ 0912 345 678 hoặc +84 912 345 678`,
    url: (label: string) => `${label} chưa đúng, ví dụ https://congty.vn`,
    color: (label: string) => `${label} phải là mã màu, ví dụ #1677ff`,
  },
  string: {
    length: (label: string, exact: number) => `${label} phải có đúng ${count(exact)} ký tự`,
    min: (label: string, min: number) => `${label} phải có ít nhất ${count(min)} ký tự`,
    max: (label: string, max: number) => `${label} chỉ được có tối đa ${count(max)} ký tự`,
    range: (label: string, min: number, max: number) =>
      `${label} phải có từ ${count(min)} đến ${count(max)} ký tự`,
  },
  number: {
    length: (label: string, exact: number) => `${label} phải bằng ${count(exact)}`,
    min: (label: string, min: number) => `${label} phải từ ${count(min)} trở lên`,
    max: (label: string, max: number) => `${label} không được lớn hơn ${count(max)}`,
    range: (label: string, min: number, max: number) =>
      `${label} phải từ ${count(min)} đến ${count(max)}`,
  },
  array: {
    length: (label: string, exact: number) => `${label} phải có đúng ${count(exact)} mục`,
    min: (label: string, min: number) => `${label} phải có ít nhất ${count(min)} mục`,
    max: (label: string, max: number) => `${label} chỉ được có tối đa ${count(max)} mục`,
    range: (label: string, min: number, max: number) =>
      `${label} phải có từ ${count(min)} đến ${count(max)} mục`,
  },
  pattern: (label: string, shape: string) => `${label} phải theo mẫu: ${shape}`,
  /** Shown above a form with more than one invalid field. */
  several: (wrong: number) => `Có ${count(wrong)} mục cần bạn điền hoặc sửa.`,
};

export type FormMessages = typeof vi;
export type ValueType = keyof FormMessages['type'];
