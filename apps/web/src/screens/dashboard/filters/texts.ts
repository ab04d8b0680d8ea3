import { pluralize } from '../../../i18n/pluralize.ts';
import { language } from '../../../i18n/index.ts';
import { vi } from './texts.vi.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export const en: typeof vi = {
  rangeTooLong: 'The longest period is about 10 years. Choose a shorter one.',
  showShops: (count) => (count === 0 ? 'Show' : `Show ${pluralize(count, 'shop')}`),
  presets: 'Presets',
  noDataBefore: (day) => `No data before ${day}.`,
  calendar: {
    calendar: 'Calendar',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    month: 'Month',
    year: 'Year',
    months,
    monthOfYear: (month, year) => `${months[month]} ${year}`,
    weekdays: [
      { short: 'Su', long: 'Sunday' },
      { short: 'Mo', long: 'Monday' },
      { short: 'Tu', long: 'Tuesday' },
      { short: 'We', long: 'Wednesday' },
      { short: 'Th', long: 'Thursday' },
      { short: 'Fr', long: 'Friday' },
      { short: 'Sa', long: 'Saturday' },
    ],
    today: 'today',
    selected: 'selected',
    noData: 'no data',
  },
};

export const texts = language === 'en' ? en : vi;
