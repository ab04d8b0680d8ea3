import { pluralize } from '../pluralize.ts';
import { language } from '../language.ts';
import { vi, type FormMessages } from './formMessages.vi.ts';

const count = (value: number) => new Intl.NumberFormat('en-GB').format(value);
const characters = (value: number) => pluralize(count(value), 'character');
const entries = (value: number) => pluralize(count(value), 'entry', 'entries');

export const en: FormMessages = {
  invalid: (label) => `${label} isn’t valid`,
  required: (label) => `Please enter ${label}`,
  enum: (label, choices) => `${label} must be one of: ${choices}`,
  whitespace: (label) => `${label} can’t be blank`,
  date: {
    format: (label) => `${label} must be in day/month/year format, such as 3/11/2026`,
    invalid: (label) => `${label} isn’t a valid date`,
    min: (label, first) => `${label} must be ${first} or later`,
    max: (label, last) => `${label} must be ${last} or earlier`,
    range: (label, first, last) => `${label} must be between ${first} and ${last}`,
  },
  type: {
    number: (label) => `${label} must be a number`,
    integer: (label) => `${label} must be a whole number`,
    email: (label) => `${label} must be a valid email address, such as name@company.vn`,
    phone: (label) =>
      `${label} must be a valid phone number, such as 0912 345 678 or +84 912 345 678`,
    url: (label) => `${label} must be a valid web address, such as https://company.vn`,
    color: (label) => `${label} must be a color code, such as #1677ff`,
  },
  string: {
    length: (label, exact) => `${label} must be exactly ${characters(exact)}`,
    min: (label, min) => `${label} must be at least ${characters(min)}`,
    max: (label, max) => `${label} must be at most ${characters(max)}`,
    range: (label, min, max) => `${label} must be between ${count(min)} and ${characters(max)}`,
  },
  number: {
    length: (label, exact) => `${label} must be exactly ${count(exact)}`,
    min: (label, min) => `${label} must be ${count(min)} or more`,
    max: (label, max) => `${label} must be ${count(max)} or less`,
    range: (label, min, max) => `${label} must be between ${count(min)} and ${count(max)}`,
  },
  array: {
    length: (label, exact) => `${label} must have exactly ${entries(exact)}`,
    min: (label, min) => `${label} must have at least ${entries(min)}`,
    max: (label, max) => `${label} must have at most ${entries(max)}`,
    range: (label, min, max) => `${label} must have between ${count(min)} and ${entries(max)}`,
  },
  pattern: (label, shape) => `${label} must match this format: ${shape}`,
  several: (wrong) => `${pluralize(count(wrong), 'field needs', 'fields need')} your attention.`,
};

export type { FormMessages, ValueType } from './formMessages.vi.ts';

/** Generic form messages (spec 5) in the page's language. */
export const formMessages = language === 'en' ? en : vi;
